import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release } from '#accounts/release.ts';
import { settle } from '#accounts/settle.ts';
import { createRecorder } from '#ledger/recorder.ts';
import type { MatchedFill, MatchedParty } from '#messages.ts';
import type { FillParty } from '#order.ts';
import { Desk, orderOf } from '#simulation/desk.ts';
import { ARUNA } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { assert as holds } from '#values/index.ts';

/* The two sides may be told a thing twice (a message sent again after a lost answer), and it counts once. */

function partyOf(party: FillParty, fillNumber: number): MatchedParty {
  return party.house
    ? party
    : { house: false, accountId: party.accountId, orderId: party.orderId, fillNumber };
}

/** Two customers trade; the maker's order is filled in part. */
function traded(takes: bigint) {
  const desk = new Desk();
  const [maker, taker] = [desk.open(1), desk.open(2)];
  const resting = orderOf(desk.sell(ARUNA, { by: maker, at: 50_000n, size: 10n }));
  const [fill] = desk.buy(ARUNA, { by: taker, at: 50_000n, size: takes }).changes.fills;
  holds(fill !== undefined, 'Condition: the two trade');
  const message: MatchedFill = { ...fill, taker: partyOf(fill.taker, 1), maker: partyOf(fill.maker, 1) };
  const recorder = createRecorder({
    stamp: 1_000_000,
    sequence: desk.state.lastSequence + 1,
    atMs: desk.atMs,
  });
  return { desk, resting, message, recorder };
}

for (const takes of [4n, 10n]) {
  test(`a fill that is told again moves nothing, with ${takes} of 10 filled`, () => {
    const { desk, message, recorder } = traded(takes);
    const before = stateHash(desk.state);
    settle(desk.state.accountSide, message, recorder);
    assert.equal(stateHash(desk.state), before);
    assert.deepEqual([recorder.postings, recorder.fills, recorder.orders], [[], [], []]);
  });
}

test('a fill that skips one is a mistake of ours', () => {
  const { desk, message, recorder } = traded(4n);
  const { maker } = message;
  const later = { ...message, maker: maker.house ? maker : { ...maker, fillNumber: 3 } };
  assert.throws(() => settle(desk.state.accountSide, later, recorder), /without a gap/);
});

test('an order that is released again gives nothing back twice', () => {
  const { desk, resting, recorder } = traded(4n);
  const { id: orderId, accountId } = resting;
  const gone = { accountId, orderId, cause: 'customer' } as const;
  release(desk.state.accountSide, gone, recorder);
  const before = stateHash(desk.state);
  const postings = recorder.postings.length;
  release(desk.state.accountSide, gone, recorder);
  assert.equal(stateHash(desk.state), before);
  assert.equal(recorder.postings.length, postings);
});
