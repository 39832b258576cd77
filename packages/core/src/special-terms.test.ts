import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '#instrument.ts';
import { type Ask, codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, BTC_USDT, START } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { instantMs, price } from '#values/index.ts';

const DAY_MS = 86_400_000;
const SOON = instantMs(START + DAY_MS);

/** Words that belong to one kind of order, said of another or left out of their own. */
const MISFITS: readonly { what: string; on: Instrument; ask: Omit<Ask, 'by' | 'size'> }[] = [
  { what: 'a distance on a limit order', on: BTC_USDT, ask: { at: 5_900_000n, special: { trailBps: 100 } } },
  {
    what: 'a trailing stop without its distance',
    on: BTC_USDT,
    ask: { orderType: 'trailingStop', special: {} },
  },
  { what: 'minutes on an order of the day', on: ARUNA, ask: { at: 49_000n, special: { ttlMinutes: 5 } } },
  {
    what: 'an order of some minutes without them',
    on: ARUNA,
    ask: { at: 49_000n, validity: 'ttl', special: {} },
  },
  {
    what: 'an end on an order without one',
    on: BTC_USDT,
    ask: { at: 5_900_000n, special: { expiresAtMs: SOON } },
  },
  {
    what: 'an order till a time without it',
    on: BTC_USDT,
    ask: { at: 5_900_000n, validity: 'gtd', special: {} },
  },
  {
    what: 'a GTT of the day',
    on: ARUNA,
    ask: { at: 49_000n, validity: 'day', special: { gtt: true, priceTrigger: price(49_000n) } },
  },
  {
    what: 'a GTT at market',
    on: ARUNA,
    ask: { orderType: 'market', validity: 'gtd', special: { gtt: true, priceTrigger: price(49_000n) } },
  },
];
for (const { what, on, ask } of MISFITS) {
  test(`${what} is not taken`, () => {
    const desk = new Desk();
    const by = desk.open(1);
    desk.quote(on, { asks: [[on === ARUNA ? 50_000n : 6_000_000n, on.lotSize]] });
    desk.buy(on, { by: desk.open(2), size: on.lotSize });
    const size = on === ARUNA ? 1n : 1_000_000n;
    assert.equal(codeOf(desk.buy(on, { by, size, ...ask })), 'TYPE_NOT_ALLOWED');
  });
}

function judged(): Desk {
  const desk = new Desk();
  desk.quote(ARUNA, { asks: [[50_000n, 1n]] });
  desk.buy(ARUNA, { by: desk.open(9), size: 1n });
  return desk;
}

test('a GTT lives a year to the millisecond', () => {
  const desk = judged();
  const by = desk.open(1);
  const special = { gtt: true, priceTrigger: price(49_000n) } as const;
  const order = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'gtd', special }));
  assert.equal(order.terms?.expiresAtMs, desk.atMs + 365 * DAY_MS);
  desk.atMs = instantMs(desk.atMs + 365 * DAY_MS - 1);
  assert.deepEqual(desk.apply({ type: 'orders.expire', accountId: by }).changes.orders, []);
  desk.atMs = instantMs(desk.atMs + 1);
  const [ended] = desk.apply({ type: 'orders.expire', accountId: by }).changes.orders;
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'expired');
});

test('the second leg keeps to the tick like the first', () => {
  const desk = judged();
  const by = desk.open(1);
  const gtt = (otherLimit: bigint) => {
    const otherLeg = { priceTrigger: price(51_000n), priceLimit: price(otherLimit) };
    const special = { gtt: true, priceTrigger: price(49_000n), otherLeg } as const;
    return codeOf(desk.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'gtd', special }));
  };
  assert.equal(gtt(51_001n), 'TICK');
  assert.equal(gtt(0n), 'TICK');
  assert.equal(gtt(51_000n), 'order');
});

test('the ends of a bracket are taken wherever the price is, and before there is one', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const legs = (isBracketEnd?: true) => ({
    gtt: true as const,
    priceTrigger: price(6_100_000n),
    otherLeg: { priceTrigger: price(5_900_000n), priceLimit: price(5_880_000n) },
    ...(isBracketEnd && { isBracketEnd }),
  });
  const place = (isBracketEnd?: true) =>
    desk.sell(BTC_USDT, {
      by,
      at: 6_100_000n,
      size: 1_000_000n,
      validity: 'gtd',
      special: legs(isBracketEnd),
    });
  assert.equal(codeOf(place()), 'STALE_PRICE');
  const { terms } = orderOf(place(true));
  assert.deepEqual([terms?.trigger?.when, terms?.otherLeg?.trigger.when], ['rises', 'falls']);
});

test('a share that may not be traded within the day says what there is instead', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const { intradayMarginRate: _none, ...delivered } = ARUNA;
  desk.apply({ type: 'instrument.set', instrument: delivered });
  const { outcome } = desk.buy(ARUNA, { by, at: 50_000n, size: 1n, product: 'intraday' });
  const refusal = { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'CNC' } };
  assert.deepEqual(!outcome.ok && outcome.refusal, refusal);
});

test('a restart knows what is open within the day', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 10n]] });
  desk.buy(ARUNA, { by, size: 10n, product: 'intraday' });
  const fresh = reload(desk.state);
  assert.equal(fresh.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity, 10n);
  assert.equal(stateHash(fresh), stateHash(desk.state));
});
