import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestedConditions } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Ask, codeOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, START, sessionOfDay } from '#simulation/world.ts';
import { instantMs, price, quantity } from '#values/index.ts';

interface Case {
  readonly what: string;
  readonly on?: Instrument;
  readonly side?: 'buy' | 'sell';
  readonly ask: Omit<Ask, 'by' | 'size'> & { readonly size?: bigint };
  readonly gives: string;
}

const LAST = { [ARUNA.id]: 50_000n, [BTC_USDT.id]: 6_000_000n };
const trigger = (at: bigint, more: RequestedConditions = {}): { conditions: RequestedConditions } => ({
  conditions: { priceTrigger: price(at), ...more },
});
const around = (takeProfit: bigint, stop: bigint) => ({
  priceTakeProfit: price(takeProfit),
  priceStop: price(stop),
});
const DAY = 86_400_000;

/** The last price is 500.00 for the share and 60,000.00 for the coin. */
const CASES: readonly Case[] = [
  { what: 'a stop limit', ask: { at: 50_300n, orderType: 'stopLimit', ...trigger(50_200n) }, gives: 'order' },
  {
    what: 'a stop to buy below the price',
    ask: { at: 49_900n, orderType: 'stopLimit', ...trigger(49_900n) },
    gives: 'TRIGGER_SIDE',
  },
  {
    what: 'a stop to buy at the price',
    ask: { at: 50_000n, orderType: 'stopLimit', ...trigger(50_000n) },
    gives: 'TRIGGER_SIDE',
  },
  {
    what: 'a stop to sell above the price',
    side: 'sell',
    ask: { at: 50_100n, orderType: 'stopLimit', ...trigger(50_100n) },
    gives: 'TRIGGER_SIDE',
  },
  {
    what: 'a limit better than the trigger of a purchase',
    ask: { at: 50_195n, orderType: 'stopLimit', ...trigger(50_200n) },
    gives: 'TRIGGER_LIMIT',
  },
  {
    what: 'a limit better than the trigger of a sale',
    side: 'sell',
    ask: { at: 49_905n, orderType: 'stopLimit', ...trigger(49_900n) },
    gives: 'TRIGGER_LIMIT',
  },
  {
    what: 'a limit five percent away',
    ask: { at: 52_710n, orderType: 'stopLimit', ...trigger(50_200n) },
    gives: 'order',
  },
  {
    what: 'a limit further away than five percent',
    ask: { at: 52_715n, orderType: 'stopLimit', ...trigger(50_200n) },
    gives: 'TRIGGER_LIMIT',
  },
  {
    what: 'a trigger off the tick',
    ask: { at: 50_300n, orderType: 'stopLimit', ...trigger(50_201n) },
    gives: 'TICK',
  },
  {
    what: 'a trigger outside the band',
    ask: { at: 54_000n, orderType: 'stopLimit', ...trigger(55_005n) },
    gives: 'PRICE_BAND',
  },
  {
    what: 'a stop without a trigger',
    ask: { at: 50_300n, orderType: 'stopLimit' },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a stop market with a limit',
    ask: { at: 50_300n, orderType: 'stopMarket', ...trigger(50_200n) },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a trigger on a limit order',
    ask: { at: 50_300n, ...trigger(50_200n) },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a take-profit of shares',
    ask: { orderType: 'takeProfitMarket', ...trigger(49_000n) },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a stop that is immediate',
    ask: { at: 50_300n, orderType: 'stopLimit', validity: 'ioc', ...trigger(50_200n) },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a stop within the day on margin',
    ask: { at: 50_300n, orderType: 'stopLimit', product: 'intraday', ...trigger(50_200n) },
    gives: 'order',
  },
  {
    what: 'a take-profit to sell above the price',
    on: BTC_USDT,
    side: 'sell',
    ask: { orderType: 'takeProfitMarket', ...trigger(6_100_000n) },
    gives: 'order',
  },
  {
    what: 'a take-profit to sell below the price',
    on: BTC_USDT,
    side: 'sell',
    ask: { orderType: 'takeProfitMarket', ...trigger(5_900_000n) },
    gives: 'TP_SL_SIDE',
  },
  {
    what: 'a take-profit to buy below the price, limit on either side',
    on: BTC_USDT,
    ask: { at: 5_950_000n, orderType: 'takeProfitLimit', ...trigger(5_900_000n) },
    gives: 'order',
  },
  {
    what: 'a trail of a tenth of a percent',
    on: BTC_USDT,
    side: 'sell',
    ask: { orderType: 'trailingStop', conditions: { trailBps: 10 } },
    gives: 'order',
  },
  {
    what: 'a trail below a tenth of a percent',
    on: BTC_USDT,
    side: 'sell',
    ask: { orderType: 'trailingStop', conditions: { trailBps: 9 } },
    gives: 'TRAIL',
  },
  {
    what: 'a trail above ten percent',
    on: BTC_USDT,
    side: 'sell',
    ask: { orderType: 'trailingStop', conditions: { trailBps: 1_001 } },
    gives: 'TRAIL',
  },
  { what: 'minutes', ask: { at: 50_000n, validity: 'ttl', conditions: { ttlMinutes: 120 } }, gives: 'order' },
  {
    what: 'too many minutes',
    ask: { at: 50_000n, validity: 'ttl', conditions: { ttlMinutes: 121 } },
    gives: 'EXPIRY',
  },
  {
    what: 'no minutes',
    ask: { at: 50_000n, validity: 'ttl', conditions: { ttlMinutes: 0 } },
    gives: 'EXPIRY',
  },
  { what: 'minutes that are not said', ask: { at: 50_000n, validity: 'ttl' }, gives: 'TYPE_NOT_ALLOWED' },
  {
    what: 'ninety days',
    on: BTC_USDT,
    ask: { at: 5_000_000n, validity: 'gtd', conditions: { expiresAtMs: instantMs(START + 90 * DAY) } },
    gives: 'order',
  },
  {
    what: 'more than ninety days',
    on: BTC_USDT,
    ask: { at: 5_000_000n, validity: 'gtd', conditions: { expiresAtMs: instantMs(START + 90 * DAY + 1) } },
    gives: 'EXPIRY',
  },
  {
    what: 'a time that is over',
    on: BTC_USDT,
    ask: { at: 5_000_000n, validity: 'gtd', conditions: { expiresAtMs: START } },
    gives: 'EXPIRY',
  },
  { what: 'fill or kill of shares', ask: { at: 50_000n, validity: 'fok' }, gives: 'TYPE_NOT_ALLOWED' },
  {
    what: 'an iceberg that shows a tenth',
    ask: { at: 49_000n, size: 100n, conditions: { quantityShown: quantity(10n) } },
    gives: 'order',
  },
  {
    what: 'an iceberg that shows less',
    ask: { at: 49_000n, size: 101n, conditions: { quantityShown: quantity(10n) } },
    gives: 'QUANTITY_SHOWN',
  },
  {
    what: 'an iceberg that shows more than it is',
    ask: { at: 49_000n, size: 10n, conditions: { quantityShown: quantity(11n) } },
    gives: 'QUANTITY_SHOWN',
  },
  {
    what: 'an iceberg that never rests',
    ask: { at: 49_000n, size: 10n, validity: 'ioc', conditions: { quantityShown: quantity(5n) } },
    gives: 'QUANTITY_SHOWN',
  },
  {
    what: 'a GTT',
    ask: { at: 49_000n, validity: 'gtd', ...trigger(49_000n, { gtt: true }) },
    gives: 'order',
  },
  {
    what: 'a GTT a quarter of a percent away',
    ask: { at: 49_875n, validity: 'gtd', ...trigger(49_875n, { gtt: true }) },
    gives: 'order',
  },
  {
    what: 'a GTT nearer than a quarter of a percent',
    ask: { at: 49_880n, validity: 'gtd', ...trigger(49_880n, { gtt: true }) },
    gives: 'TRIGGER_NEAR',
  },
  {
    what: 'a GTT outside today’s band',
    ask: { at: 40_000n, validity: 'gtd', ...trigger(40_000n, { gtt: true }) },
    gives: 'order',
  },
  {
    what: 'a GTT with both legs on one side',
    ask: {
      at: 49_000n,
      validity: 'gtd',
      ...trigger(49_000n, {
        gtt: true,
        otherLeg: { priceTrigger: price(48_000n), priceLimit: price(48_000n) },
      }),
    },
    gives: 'TP_SL_SIDE',
  },
  {
    what: 'a second leg whose limit is far away',
    ask: {
      at: 49_000n,
      validity: 'gtd',
      ...trigger(49_000n, {
        gtt: true,
        otherLeg: { priceTrigger: price(51_000n), priceLimit: price(54_000n) },
      }),
    },
    gives: 'TRIGGER_LIMIT',
  },
  {
    what: 'a bracket around the price of a purchase of coins',
    on: BTC_USDT,
    ask: { at: 5_900_000n, conditions: { bracket: around(5_900_010n, 5_899_990n) } },
    gives: 'order',
  },
  {
    what: 'a bracket that takes its profit at the order’s price',
    on: BTC_USDT,
    ask: { at: 5_900_000n, conditions: { bracket: around(5_900_000n, 5_899_990n) } },
    gives: 'TP_SL_SIDE',
  },
  {
    what: 'a bracket that stops at the order’s price',
    on: BTC_USDT,
    ask: { at: 5_900_000n, conditions: { bracket: around(5_900_010n, 5_900_000n) } },
    gives: 'TP_SL_SIDE',
  },
  {
    what: 'a bracket around a sale',
    on: BTC_USDT,
    side: 'sell',
    ask: { at: 6_900_000n, conditions: { bracket: around(6_900_010n, 6_899_990n) } },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a bracket of shares',
    ask: { at: 49_000n, conditions: { bracket: around(50_000n, 48_000n) } },
    gives: 'TYPE_NOT_ALLOWED',
  },
  {
    what: 'a second leg without a first',
    ask: {
      at: 49_000n,
      conditions: { otherLeg: { priceTrigger: price(51_000n), priceLimit: price(51_000n) } },
    },
    gives: 'TYPE_NOT_ALLOWED',
  },
];

for (const { what, on = ARUNA, side = 'buy', ask, gives } of CASES) {
  test(`${what}: ${gives}`, () => {
    const trader = new Trader();
    const by = trader.open(1);
    const last = LAST[on.id] ?? 0n;
    trader.quote(on, { asks: [[last, on.lotSize]] });
    trader.apply({
      type: 'marketMaker.take',
      instrumentId: on.id,
      environment: 'demo',
      side: 'buy',
      priceLimit: price(last),
      quantity: on.lotSize,
    });
    trader.quote(on, { bids: [[last - on.tickSize, on.lotSize]], asks: [[last, on.lotSize]] });
    const size = ask.size ?? (on === ARUNA ? 10n : 1_000_000n);
    assert.equal(codeOf(trader.apply(trader.command(side, on, { ...ask, by, size }))), gives);
  });
}

test('a bracket on the wrong side is told the price of its own purchase', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 1_000_000n]] });
  const bracket = around(5_900_000n, 5_899_990n);
  const order = { by, size: 1_000_000n, at: 5_900_000n, conditions: { bracket } };
  const { outcome } = trader.apply(trader.command('buy', BTC_USDT, order));
  const refusal = { code: 'TP_SL_SIDE', detail: { priceLimit: '59000.00' } };
  assert.deepEqual(outcome, { ok: false, refusal });
});

test('while the venue is closed a GTT and an order for the next session are taken, and nothing else', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, size: 1n });
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const gtt = { by, at: 49_000n, size: 1n, validity: 'gtd', ...trigger(49_000n, { gtt: true }) } as const;
  assert.equal(codeOf(trader.buy(ARUNA, gtt)), 'order');
  assert.equal(
    codeOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, conditions: { afterMarket: true } })),
    'order',
  );
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n })), 'SESSION_CLOSED');
  const stop = { by, at: 50_200n, size: 1n, orderType: 'stopLimit', ...trigger(50_200n) } as const;
  assert.equal(codeOf(trader.buy(ARUNA, stop)), 'SESSION_CLOSED');
  const market = trader.buy(ARUNA, { by, size: 1n, conditions: { afterMarket: true } }).outcome;
  const refusal = { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'limit (day)' } };
  assert.deepEqual(!market.ok && market.refusal, refusal, 'and it is told what the next session takes');
});

test('an account has at most a hundred GTTs, beside its open orders', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, size: 1n });
  const gtt = { by, at: 49_000n, size: 1n, validity: 'gtd', ...trigger(49_000n, { gtt: true }) } as const;
  for (let count = 0; count < 100; count += 1) assert.equal(codeOf(trader.buy(ARUNA, gtt)), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, gtt)), 'GTT_MAX');
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n })), 'order');
});
