import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release } from '#accounts/release.ts';
import { settle } from '#accounts/settle.ts';
import { createRecorder } from '#ledger/recorder.ts';
import type { MatchedFill, MatchedParty } from '#model/messages.ts';
import type { FillParty } from '#model/order.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { assert as holds } from '#values/index.ts';

/* The two sides may be told a thing twice (a message sent again after a lost answer), and it counts once. */

function partyOf(party: FillParty, fillNumber: number): MatchedParty {
  return party.isMarketMaker
    ? party
    : { isMarketMaker: false, accountId: party.accountId, orderId: party.orderId, fillNumber };
}

/** Two customers trade; the maker's order is filled in part. */
function traded(takes: bigint) {
  const trader = new Trader();
  const [maker, taker] = [trader.open(1), trader.open(2)];
  const resting = orderOf(trader.sell(ARUNA, { by: maker, at: 50_000n, size: 10n }));
  const [fill] = trader.buy(ARUNA, { by: taker, at: 50_000n, size: takes }).changes.fills;
  holds(fill !== undefined, 'Condition: the two trade');
  const message: MatchedFill = { ...fill, taker: partyOf(fill.taker, 1), maker: partyOf(fill.maker, 1) };
  const recorder = createRecorder({
    stamp: 1_000_000,
    sequence: trader.state.lastSequence + 1,
    atMs: trader.atMs,
  });
  return { trader, resting, message, recorder };
}

for (const takes of [4n, 10n]) {
  test(`a fill that is told again moves nothing, with ${takes} of 10 filled`, () => {
    const { trader, message, recorder } = traded(takes);
    const before = stateHash(trader.state);
    settle(trader.state.accountSide, message, recorder);
    assert.equal(stateHash(trader.state), before);
    assert.deepEqual([recorder.postings, recorder.fills, recorder.orders], [[], [], []]);
  });
}

test('a fill that skips one is a mistake of ours', () => {
  const { trader, message, recorder } = traded(4n);
  const { maker } = message;
  const later = { ...message, maker: maker.isMarketMaker ? maker : { ...maker, fillNumber: 3 } };
  assert.throws(() => settle(trader.state.accountSide, later, recorder), /without a gap/);
});

test('an order that is released again gives nothing back twice', () => {
  const { trader, resting, recorder } = traded(4n);
  const { id: orderId, accountId } = resting;
  const gone = { accountId, orderId, cause: 'customer' } as const;
  release(trader.state.accountSide, gone, recorder);
  const before = stateHash(trader.state);
  const postings = recorder.postings.length;
  release(trader.state.accountSide, gone, recorder);
  assert.equal(stateHash(trader.state), before);
  assert.equal(recorder.postings.length, postings);
});
