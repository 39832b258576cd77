import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#codec/journal-codec.ts';
import { checkInvariants } from '#invariants/check.ts';
import { MARKS_AT_ONCE_MAX, type MarkPrice, markAgeMs } from '#model/mark-price.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT } from '#simulation/world.ts';
import { stateHash, stateRows } from '#state-hash.ts';
import { instantMs, instrumentId, price } from '#values/index.ts';

function markOf(trader: Trader, at: bigint, more: Partial<MarkPrice> = {}): MarkPrice {
  return { instrumentId: ARUNA.id, priceMark: price(at), atMs: trader.atMs, ...more };
}

test('a mark is a fact of both sides with the time at which it was made, and outlives a restart', () => {
  const trader = new Trader();
  const before = stateHash(trader.state);
  const madeAtMs = instantMs(trader.atMs - 3_000);
  const share = markOf(trader, 50_100n, { atMs: madeAtMs });
  const coin = markOf(trader, 6_000_000n, { instrumentId: BTC_USDT.id, priceIndex: price(5_999_000n) });
  const command = { type: 'prices.mark', marks: [share, coin] } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  const { journaled, changes } = trader.apply(command);
  assert.equal(journaled, true);
  assert.deepEqual(changes.markPrices, [share, coin]);
  for (const state of [trader.state, reload(trader.state)]) {
    for (const { facts } of [state.accountSide, state.instrumentSide]) {
      assert.deepEqual(facts.marks.get(ARUNA.id), share);
      assert.deepEqual(facts.marks.get(BTC_USDT.id), coin);
    }
    assert.ok(stateRows(state).some((row) => row.startsWith('markPrice{')));
  }
  assert.notEqual(stateHash(trader.state), before);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  assert.equal(markAgeMs(share, trader.atMs), 3_000);
});

test('the newest mark counts: one that is no newer changes nothing and is not journaled', () => {
  const trader = new Trader();
  trader.apply({ type: 'prices.mark', marks: [markOf(trader, 50_100n)] });
  const hash = stateHash(trader.state);
  for (const atMs of [trader.atMs, instantMs(trader.atMs - 1)]) {
    const late = trader.apply({ type: 'prices.mark', marks: [markOf(trader, 49_000n, { atMs })] });
    assert.deepEqual([late.journaled, late.changes.markPrices.length], [false, 0]);
  }
  assert.equal(stateHash(trader.state), hash);
  const other = markOf(trader, 100n, { instrumentId: BHUMI.id });
  const some = trader.apply({ type: 'prices.mark', marks: [markOf(trader, 49_000n), other] });
  assert.deepEqual(some.changes.markPrices, [other], 'the others count all the same');
});

test('a clock that was an hour ahead is healed by the next mark: what is known of the future is replaced', () => {
  const trader = new Trader();
  trader.apply({ type: 'prices.mark', marks: [markOf(trader, 50_100n)] });
  const clockAtMs = instantMs(trader.atMs - 3_600_000);
  const now = markOf(trader, 49_000n, { atMs: instantMs(clockAtMs - 200) });
  const unclocked = trader.apply({ type: 'prices.mark', marks: [now] });
  assert.equal(unclocked.journaled, false, 'one that came late replaces nothing');
  const ahead = {
    type: 'prices.mark',
    marks: [{ ...now, atMs: instantMs(clockAtMs + 1) }],
    clockAtMs,
  } as const;
  assert.equal(codeOf(trader.apply(ahead)), 'MARK_UNFIT', 'of the future by the clock of who brings it');
  const command = { type: 'prices.mark', marks: [now], clockAtMs } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  assert.deepEqual(trader.apply(command).changes.markPrices, [now]);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  for (const { facts } of [trader.state.accountSide, trader.state.instrumentSide])
    assert.deepEqual(facts.marks.get(ARUNA.id), now);
  assert.equal(trader.apply(command).journaled, false, 'and it counts from then on');
});

for (const [what, reason, marksOf] of [
  ['none', 'between 1 and 64 marks', () => []],
  [
    'more than a command may bring',
    'between 1 and 64 marks',
    (one: MarkPrice) => Array.from({ length: MARKS_AT_ONCE_MAX + 1 }, () => one),
  ],
  ['one instrument twice', 'one mark twice', (one: MarkPrice) => [one, one]],
  ['a price of nothing', 'a price of nothing', (one: MarkPrice) => [{ ...one, priceMark: price(0n) }]],
  ['an index of nothing', 'a price of nothing', (one: MarkPrice) => [{ ...one, priceIndex: price(0n) }]],
  [
    'a price of the future',
    'a mark of the future',
    (one: MarkPrice) => [{ ...one, atMs: instantMs(one.atMs + 1) }],
  ],
  [
    'an instrument that nobody knows',
    undefined,
    (one: MarkPrice) => [one, { ...one, instrumentId: instrumentId('NSE_SIM:NOBODY') }],
  ],
] as const)
  test(`marks that do not fit change nothing and are not journaled: ${what}`, () => {
    const trader = new Trader();
    const hash = stateHash(trader.state);
    const applied = trader.apply({ type: 'prices.mark', marks: marksOf(markOf(trader, 50_000n)) });
    const code = reason === undefined ? 'INSTRUMENT_UNKNOWN' : 'MARK_UNFIT';
    assert.deepEqual([codeOf(applied), applied.journaled], [code, false]);
    const { outcome } = applied;
    assert.equal(outcome.ok ? undefined : outcome.refusal.detail?.['reason'], reason);
    assert.equal(stateHash(trader.state), hash);
  });
