import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { createHoldings } from '#ledger/holdings.ts';
import {
  giveBackHold,
  type HoldAtHand,
  holdFor,
  passToHold,
  setHold,
  spendHold,
  takeHold,
} from '#ledger/holds.ts';
import { post } from '#ledger/post.ts';
import { changesOf, createRecorder, type Recorder } from '#ledger/recorder.ts';
import { accountId, amount, assetId, instantMs } from '#values/index.ts';

const INR = assetId('INR');
const KEY = { ownerKind: 'margin', ownerId: 'NSE_SIM:ARUNA', wallet: 'stock', assetId: INR } as const;
const OUTSIDE = houseCell({ environment: 'demo', ledger: new Map() }, 'outside', INR);

/** An account with a hundred to set aside; each change of its hold is a command of its own. */
function openHolder() {
  const holdings = createHoldings('demo', accountId(1));
  const { available, held } = assetBalanceOf(holdings, 'stock', INR);
  let stamp = 0;
  const command = (atMs: number, does: (recorder: Recorder) => void) => {
    stamp += 1;
    const recorder = createRecorder({ stamp, sequence: stamp, atMs: instantMs(atMs) });
    does(recorder);
    return changesOf(recorder);
  };
  command(1, (recorder) =>
    post(recorder, { from: OUTSIDE, to: available, amount: amount(100n) }, { kind: 'demoGrant' }),
  );
  const change = (atMs: number, by: (hold: HoldAtHand, recorder: Recorder) => void) => {
    const { holds, postings } = command(atMs, (recorder) =>
      by(holdFor(holdings, KEY, { ruleVersion: 'because' }), recorder),
    );
    return {
      rows: holds.map((row) => [row.amount, row.sinceMs]),
      postings: postings.map((posting) => [posting.kind, posting.amount, posting.ruleVersion]),
    };
  };
  return { holdings, change, buckets: () => [available.amount, held.amount] };
}

test('a hold is taken, grows, is spent from and given back, and is as old as its first amount', () => {
  const { holdings, change, buckets } = openHolder();
  assert.deepEqual(
    change(1_000, (hold, on) => takeHold(hold, amount(30n), on)),
    {
      rows: [[30n, 1_000]],
      postings: [['hold', 30n, 'because']],
    },
  );
  assert.deepEqual(change(2_000, (hold, on) => setHold(hold, amount(50n), on)).rows, [[50n, 1_000]]);
  const paid = { to: OUTSIDE, amount: amount(20n), cause: { kind: 'rights' } } as const;
  assert.deepEqual(
    change(3_000, (hold, on) => spendHold(hold, paid, on)),
    {
      rows: [[30n, 1_000]],
      postings: [['rights', 20n, undefined]],
    },
  );
  assert.deepEqual(buckets(), [50n, 30n]);
  assert.deepEqual(
    change(4_000, (hold, on) => giveBackHold(hold, hold.amount(), on)),
    {
      rows: [[0n, 1_000]],
      postings: [['release', 30n, 'because']],
    },
  );
  assert.deepEqual([...buckets(), holdings.holds.size], [80n, 0n, 0]);
});

test('a hold that ends and begins anew, in one command or in two, is young again', () => {
  const { change } = openHolder();
  change(1_000, (hold, on) => takeHold(hold, amount(30n), on));
  const { rows } = change(2_000, (hold, on) => {
    setHold(hold, amount(0n), on);
    setHold(hold, amount(10n), on);
  });
  assert.deepEqual(rows, [
    [0n, 1_000],
    [10n, 2_000],
  ]);
});

test('what another hold passes on moves no money, and nothing is taken or spent beyond what there is', () => {
  const { holdings, change, buckets } = openHolder();
  change(500, (_hold, on) => takeHold(holdFor(holdings, { ...KEY, ownerId: 'other' }), amount(30n), on));
  const { postings } = change(1_000, (hold, on) => passToHold(hold, amount(30n), on));
  assert.deepEqual([postings, buckets()], [[], [70n, 30n]]);
  assert.throws(() => change(2_000, (hold, on) => takeHold(hold, amount(71n), on)), /below zero/);
  assert.throws(
    () => change(2_500, (hold, on) => passToHold(hold, amount(1n), on)),
    /a balance holds no less than each of its holds/,
  );
  assert.throws(
    () => change(4_000, (hold, on) => giveBackHold(hold, amount(32n), on)),
    /below zero|covers what it is spent for/,
  );
});

test('nothing that is set aside leaves no row', () => {
  const { change } = openHolder();
  assert.deepEqual(
    change(1_000, (hold, on) => setHold(hold, amount(0n), on)),
    { rows: [], postings: [] },
  );
});

test('nothing below zero passes to a hold, and no hold falls below zero', () => {
  const { change } = openHolder();
  const below = (hold: HoldAtHand, recorder: Recorder): void => passToHold(hold, amount(-1n), recorder);
  assert.throws(() => change(2, below), { message: 'Invariant: what passes to a hold is never below zero' });
  const kept = (hold: HoldAtHand, recorder: Recorder): void => hold.keep(amount(-1n), recorder);
  assert.throws(() => change(3, kept), { message: 'Invariant: a hold is never below zero' });
});
