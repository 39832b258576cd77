import type { Cell } from '#ledger/cells.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { PostingCause } from '#model/ledger.ts';
import { type Amount, amount, assert } from '#values/index.ts';

/**
 * One movement of money, both ends of the same environment and asset, so that the sum over all accounts never
 * changes.
 */
export interface Movement {
  readonly from: Cell;
  readonly to: Cell;
  /** Zero moves nothing and leaves no posting. */
  readonly amount: Amount;
}

/** The only function that changes a balance. */
export function post(recorder: Recorder, movement: Movement, cause: PostingCause): void {
  const { from, to } = movement;
  assert(movement.amount >= 0n, 'Invariant: a posting moves an amount above zero');
  if (movement.amount === 0n) return;
  assert(from.environment === to.environment, 'Invariant: demo and real never meet in a posting');
  assert(from.assetId === to.assetId, 'Invariant: a posting moves one asset');
  const left = amount(from.amount - movement.amount);
  assert(left >= 0n || from.mayBeNegative, 'Invariant: a balance never falls below zero');
  from.amount = left;
  to.amount = amount(to.amount + movement.amount);
  assert(to.amount >= movement.amount || to.mayBeNegative, 'Invariant: a balance never was below zero');
  touch(recorder, from);
  touch(recorder, to);
  // The cause comes first: a literal that begins with a spread is copied whole, any other field by field.
  recorder.postings.push({
    ...cause,
    environment: from.environment,
    from: from.account,
    to: to.account,
    assetId: from.assetId,
    amount: movement.amount,
    balanceFrom: from.amount,
    balanceTo: to.amount,
  });
}

function touch(recorder: Recorder, cell: Cell): void {
  if (cell.stamp === recorder.stamp) return;
  cell.stamp = recorder.stamp;
  recorder.cells.push(cell);
}
