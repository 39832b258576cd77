import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '#model/instrument.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, START } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { instantMs, price } from '#values/index.ts';

const DAY_MS = 86_400_000;
const SOON = instantMs(START + DAY_MS);

/** Words that belong to one kind of order, said of another or left out of their own. */
const MISFITS: readonly { what: string; on: Instrument; ask: Omit<Ask, 'by' | 'size'> }[] = [
  {
    what: 'a distance on a limit order',
    on: BTC_USDT,
    ask: { at: 5_900_000n, conditions: { trailBps: 100 } },
  },
  {
    what: 'a trailing stop without its distance',
    on: BTC_USDT,
    ask: { orderType: 'trailingStop', conditions: {} },
  },
  { what: 'minutes on an order of the day', on: ARUNA, ask: { at: 49_000n, conditions: { ttlMinutes: 5 } } },
  {
    what: 'an order of some minutes without them',
    on: ARUNA,
    ask: { at: 49_000n, validity: 'ttl', conditions: {} },
  },
  {
    what: 'an end on an order without one',
    on: BTC_USDT,
    ask: { at: 5_900_000n, conditions: { expiresAtMs: SOON } },
  },
  {
    what: 'an order till a time without it',
    on: BTC_USDT,
    ask: { at: 5_900_000n, validity: 'gtd', conditions: {} },
  },
  {
    what: 'a GTT of the day',
    on: ARUNA,
    ask: { at: 49_000n, validity: 'day', conditions: { gtt: true, priceTrigger: price(49_000n) } },
  },
  {
    what: 'a GTT at market',
    on: ARUNA,
    ask: { orderType: 'market', validity: 'gtd', conditions: { gtt: true, priceTrigger: price(49_000n) } },
  },
];
for (const { what, on, ask } of MISFITS) {
  test(`${what} is not taken`, () => {
    const trader = new Trader();
    const by = trader.open(1);
    trader.quote(on, { asks: [[on === ARUNA ? 50_000n : 6_000_000n, on.lotSize]] });
    trader.buy(on, { by: trader.open(2), size: on.lotSize });
    const size = on === ARUNA ? 1n : 1_000_000n;
    assert.equal(codeOf(trader.buy(on, { by, size, ...ask })), 'TYPE_NOT_ALLOWED');
  });
}

function judged(): Trader {
  const trader = new Trader();
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by: trader.open(9), size: 1n });
  return trader;
}

test('a GTT lives a year to the millisecond', () => {
  const trader = judged();
  const by = trader.open(1);
  const conditions = { gtt: true, priceTrigger: price(49_000n) } as const;
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'gtd', conditions }));
  assert.equal(order.conditions?.expiresAtMs, trader.atMs + 365 * DAY_MS);
  trader.atMs = instantMs(trader.atMs + 365 * DAY_MS - 1);
  assert.deepEqual(trader.apply({ type: 'orders.expire', accountId: by }).changes.orders, []);
  trader.atMs = instantMs(trader.atMs + 1);
  const [ended] = trader.apply({ type: 'orders.expire', accountId: by }).changes.orders;
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'expired');
});

test('the second leg keeps to the tick like the first', () => {
  const trader = judged();
  const by = trader.open(1);
  const gtt = (otherLimit: bigint) => {
    const otherLeg = { priceTrigger: price(51_000n), priceLimit: price(otherLimit) };
    const conditions = { gtt: true, priceTrigger: price(49_000n), otherLeg } as const;
    return codeOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'gtd', conditions }));
  };
  assert.equal(gtt(51_001n), 'TICK');
  assert.equal(gtt(0n), 'TICK');
  assert.equal(gtt(51_000n), 'order');
});

test('the ends of a bracket are taken wherever the price is, and before there is one', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const legs = (isBracketEnd?: true) => ({
    gtt: true as const,
    priceTrigger: price(6_100_000n),
    otherLeg: { priceTrigger: price(5_900_000n), priceLimit: price(5_880_000n) },
    ...(isBracketEnd && { isBracketEnd }),
  });
  const place = (isBracketEnd?: true) =>
    trader.sell(BTC_USDT, {
      by,
      at: 6_100_000n,
      size: 1_000_000n,
      validity: 'gtd',
      conditions: legs(isBracketEnd),
    });
  assert.equal(codeOf(place()), 'STALE_PRICE');
  const { conditions } = orderOf(place(true));
  assert.deepEqual([conditions?.trigger?.when, conditions?.otherLeg?.trigger.when], ['rises', 'falls']);
});

test('a share that may not be traded within the day says what there is instead', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { intradayMarginRate: _none, ...delivered } = ARUNA;
  trader.apply({ type: 'instrument.set', instrument: delivered });
  const { outcome } = trader.buy(ARUNA, { by, at: 50_000n, size: 1n, product: 'intraday' });
  const refusal = { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'CNC' } };
  assert.deepEqual(!outcome.ok && outcome.refusal, refusal);
});

test('a restart knows what is open within the day', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
  trader.buy(ARUNA, { by, size: 10n, product: 'intraday' });
  const fresh = reload(trader.state);
  assert.equal(fresh.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity, 10n);
  assert.equal(stateHash(fresh), stateHash(trader.state));
});
