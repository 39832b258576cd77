import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, forecastOrders } from '#engine.ts';
import type { Command } from '#model/command.ts';
import type { OrderBasket, RequestedConditions } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, collarAround, instantMs, parseClientId, price, quantity } from '#values/index.ts';

/*
 * Coins stand at 60,000 and the share at 500: five times that, and a fifth of it, is as far as prices may be.
 */

const [COIN, SHARE] = [6_000_000n, 50_000n];
const SIZE = 1_000_000n;

function traded(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  for (const [instrument, last] of [
    [BTC_USDT, COIN],
    [ARUNA, SHARE],
  ] as const) {
    trader.quote(instrument, { asks: [[last, 10_000_000n]] });
    trader.buy(instrument, { by: trader.open(9), at: last, size: instrument === ARUNA ? 1n : SIZE });
    trader.quote(instrument, {});
  }
  return { trader, by };
}

type Asked = (trader: Trader, by: AccountId, at: bigint) => Applied;

function conditional(
  of: Instrument,
  side: 'buy' | 'sell',
  say: (at: bigint) => Omit<Ask, 'by' | 'size'>,
): Asked {
  const size = of === ARUNA ? 1n : SIZE;
  return (trader, by, at) => trader[side](of, { by, size, ...say(at) });
}

function gtt(conditions: (at: bigint) => RequestedConditions, at: (at: bigint) => bigint = (same) => same) {
  return (level: bigint): Omit<Ask, 'by' | 'size'> => ({
    at: at(level),
    orderType: 'limit',
    validity: 'gtd',
    conditions: { ...conditions(level), gtt: true },
  });
}

function basket(trader: Trader, by: AccountId, at: bigint): OrderBasket {
  const { clientId, contentHash, ...leg } = trader.command('sell', BTC_USDT, { by, at, size: SIZE });
  const { instrumentId, side, orderType, validity, quantity: size } = leg;
  const legs = [{ instrumentId, side, orderType, validity, quantity: size, priceLimit: price(at) }];
  return { type: 'order.basket', accountId: by, clientId, contentHash, legs };
}

const changes = new Map<Trader, number>();

function modify(
  trader: Trader,
  order: Order,
  change: { priceLimit?: bigint; priceTrigger?: bigint; size?: bigint },
) {
  const nth = (changes.get(trader) ?? 0) + 1;
  changes.set(trader, nth);
  const clientId = parseClientId(`change-${String(nth).padStart(6, '0')}`);
  assert.ok(clientId);
  const { priceLimit, priceTrigger, size } = change;
  return trader.apply({
    type: 'order.modify',
    accountId: order.accountId,
    orderId: order.id,
    clientId,
    contentHash: 'change',
    ...(priceLimit !== undefined && { priceLimit: price(priceLimit) }),
    ...(priceTrigger !== undefined && { priceTrigger: price(priceTrigger) }),
    ...(size !== undefined && { quantity: quantity(size) }),
  });
}

/** Everything that names a price above the last one. */
const ABOVE: Readonly<Record<string, readonly [last: bigint, asked: Asked]>> = {
  'a limit': [COIN, conditional(BTC_USDT, 'sell', (at) => ({ at }))],
  'a stop’s trigger and limit': [
    COIN,
    conditional(BTC_USDT, 'buy', (at) => ({
      at,
      orderType: 'stopLimit',
      conditions: { priceTrigger: price(at) },
    })),
  ],
  'the trigger of a stop at market': [
    COIN,
    conditional(BTC_USDT, 'buy', (at) => ({
      orderType: 'stopMarket',
      conditions: { priceTrigger: price(at) },
    })),
  ],
  'a GTT of coins': [
    COIN,
    conditional(
      BTC_USDT,
      'sell',
      gtt((at) => ({ priceTrigger: price(at) })),
    ),
  ],
  'a GTT of shares': [
    SHARE,
    conditional(
      ARUNA,
      'sell',
      gtt((at) => ({ priceTrigger: price(at) })),
    ),
  ],
  'the other leg of a GTT': [
    COIN,
    conditional(
      BTC_USDT,
      'sell',
      gtt(
        (at) => ({
          priceTrigger: price(COIN / 2n),
          otherLeg: { priceTrigger: price(at), priceLimit: price(at) },
        }),
        () => COIN / 2n,
      ),
    ),
  ],
  'a bracket’s gain': [
    COIN,
    conditional(BTC_USDT, 'buy', (at) => ({
      at: COIN,
      conditions: { bracket: { priceTakeProfit: price(at), priceStop: price(COIN / 2n) } },
    })),
  ],
  'a basket’s leg': [COIN, (trader, by, at) => trader.apply(basket(trader, by, at))],
  'a changed limit': [
    COIN,
    (trader, by, at) =>
      modify(trader, orderOf(trader.sell(BTC_USDT, { by, at: 2n * COIN, size: SIZE })), { priceLimit: at }),
  ],
  'a changed trigger': [
    COIN,
    (trader, by, at) => {
      const conditions = { priceTrigger: price(2n * COIN) };
      const stop = trader.buy(BTC_USDT, { by, size: SIZE, orderType: 'stopMarket', conditions });
      return modify(trader, orderOf(stop), { priceTrigger: at });
    },
  ],
  'a changed GTT': [
    SHARE,
    (trader, by, at) => {
      const order = orderOf(
        conditional(
          ARUNA,
          'sell',
          gtt((level) => ({ priceTrigger: price(level) })),
        )(trader, by, 2n * SHARE),
      );
      return modify(trader, order, { priceLimit: at, priceTrigger: at });
    },
  ],
};

test('every price that an order of coins or a GTT names keeps to the collar, new, changed and in a basket (trial 35)', () => {
  for (const [name, [last, asked]] of Object.entries(ABOVE)) {
    const { trader, by } = traded();
    const { priceHigh } = collarAround(price(last));
    const step = last === COIN ? BTC_USDT.tickSize : ARUNA.tickSize;
    const far = asked(trader, by, priceHigh + step);
    assert.equal(codeOf(far), 'PRICE_BAND', name);
    assert.ok(!far.outcome.ok && far.outcome.refusal.detail?.['priceHigh'], `${name}: what to change`);
    const near = traded();
    assert.notEqual(codeOf(asked(near.trader, near.by, priceHigh)), 'PRICE_BAND', name);
  }
});

test('below the collar is refused too, and the lowest price of it is taken (trial 35)', () => {
  const { trader, by } = traded();
  const { priceLow } = collarAround(price(COIN));
  const refused = trader.buy(BTC_USDT, { by, at: priceLow - BTC_USDT.tickSize, size: SIZE });
  assert.equal(codeOf(refused), 'PRICE_BAND');
  assert.deepEqual(!refused.outcome.ok && refused.outcome.refusal.detail, {
    priceLow: '12000.00',
    priceHigh: '300000.00',
  });
  assert.equal(orderOf(trader.buy(BTC_USDT, { by, at: priceLow, size: SIZE })).state.name, 'open');
});

test('a change of an after-market order keeps to the band of the day (trial 35)', () => {
  const { trader, by } = traded();
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const order = orderOf(trader.buy(ARUNA, { by, at: SHARE, size: 1n, conditions: { afterMarket: true } }));
  assert.equal(codeOf(modify(trader, order, { priceLimit: 99_999_900n })), 'PRICE_BAND');
});

test('an order that the price has left far behind can still be made smaller, and gets no other price out there (trial 35)', () => {
  const { trader, by } = traded();
  const order = orderOf(trader.sell(BTC_USDT, { by, at: 5n * COIN, size: 2n * SIZE }));
  trader.quote(BTC_USDT, { asks: [[COIN / 2n, SIZE]] });
  orderOf(trader.buy(BTC_USDT, { by: trader.open(8), at: COIN / 2n, size: SIZE }));
  assert.equal(codeOf(modify(trader, order, { size: SIZE })), 'order');
  assert.equal(codeOf(modify(trader, order, { priceLimit: 5n * COIN - 100n })), 'PRICE_BAND');
});

test('where nothing was paid yet the best price across tells where the collar stands (trial 35)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { bids: [[COIN, SIZE]] });
  assert.equal(codeOf(trader.sell(BTC_USDT, { by, at: 6n * COIN, size: SIZE })), 'PRICE_BAND');
  const empty = new Trader();
  const alone = empty.open(1);
  assert.equal(codeOf(empty.sell(BTC_USDT, { by: alone, at: 6n * COIN, size: SIZE })), 'order');
});

test('the preview says what placing says (trial 35)', () => {
  const { trader, by } = traded();
  const [leg] = forecastOrders(trader.state, basket(trader, by, 6n * COIN), trader.atMs);
  assert.ok(leg && 'code' in leg && leg.code === 'PRICE_BAND');
});

test('the price that a collar stands around is written with its command, and a journal of before has none (trial 35)', () => {
  const { trader, by } = traded();
  const command: Command = trader.command('sell', BTC_USDT, { by, at: 6n * COIN, size: SIZE });
  const before = traded();
  const rulesVersion = RULE_CHANGES.indexOf('priceCollar');
  const sequence = before.trader.state.lastSequence + 1;
  const old = apply(before.trader.state, { sequence, atMs: before.trader.atMs, command, rulesVersion });
  assert.deepEqual([codeOf(old), old.marketMakerDepth[0]?.priceLast], ['order', undefined]);
  for (const written of [trader.apply(command), trader.apply(basket(trader, by, COIN))])
    assert.equal(written.marketMakerDepth[0]?.priceLast, COIN);

  // A replay knows no prints of the market makers among themselves: the row says what was paid.
  const unaware = new Trader();
  const same = unaware.open(1);
  const marketMakerDepth = trader.apply(
    trader.command('sell', BTC_USDT, { by, at: 6n * COIN, size: SIZE }),
  ).marketMakerDepth;
  const again = apply(unaware.state, {
    sequence: unaware.state.lastSequence + 1,
    atMs: instantMs(unaware.atMs),
    command: { ...command, accountId: same },
    marketMakerDepth,
  });
  assert.equal(codeOf(again), 'PRICE_BAND');
});
