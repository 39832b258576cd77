import { assetBalanceOf } from '#ledger/cells.ts';
import { inKeyOrder, positionOf } from '#ledger/holdings.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import type { HoldingMove } from '#products/product.ts';
import { amount, assert, divide, smaller } from '#values/index.ts';

/**
 * Cost that goes with coins after the balance: first coins
 * of no known cost, then each position's part, rounded down.
 */
export function moveCost(facts: Facts, { from, to, ...what }: HoldingMove, recorder: Recorder): void {
  const positions = inKeyOrder(from.positions).filter(
    ([, { row }]) => row.quantity > 0n && facts.instruments.get(row.instrumentId)?.baseAsset === what.assetId,
  );
  const known = positions.reduce((sum, [, { row }]) => sum + row.quantity, 0n);
  const { available, held } = assetBalanceOf(from, 'spot', what.assetId);
  const coinsBefore = available.amount + held.amount + what.amount;
  const unknown = coinsBefore > known ? coinsBefore - known : 0n;
  let left = what.amount - smaller<bigint>(what.amount, unknown);
  for (const [, position] of positions) {
    const { row } = position;
    const part = smaller<bigint>(row.quantity, left);
    if (part === 0n) return;
    const cost = divide({ dividend: row.cost * part, divisor: row.quantity, rounding: 'down' });
    left -= part;
    assert(cost >= 0n && cost <= row.cost, 'Invariant: coins take along no more than they have cost');
    replaceRow({ recorder, list: recorder.positions }, position, {
      ...row,
      quantity: amount(row.quantity - part),
      cost: amount(row.cost - cost),
    });
    const there = positionOf(to, row.instrumentId);
    replaceRow({ recorder, list: recorder.positions }, there, {
      ...there.row,
      quantity: amount(there.row.quantity + part),
      cost: amount(there.row.cost + cost),
    });
  }
}
