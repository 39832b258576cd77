import { addLot, dropSpentLots, type Holdings, lotsOf, positionOf } from '#ledger/holdings.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import type { Lot } from '#model/ledger.ts';
import type { HoldingMove } from '#products/product.ts';
import { type Amount, type AssetId, amount, assert, divide, smaller } from '#values/index.ts';

/** A part of a lot that leaves it, with its part of the cost. */
interface TakenLot {
  readonly lot: Lot;
  readonly amount: Amount;
  readonly cost: Amount;
}

/**
 * Takes shares from settled lots, oldest first; of a part
 * the cost is rounded down, the rest keeps what is over.
 */
export function takeFromLots(
  holdings: Holdings,
  { assetId, amount: wanted }: { readonly assetId: AssetId; readonly amount: Amount },
  recorder: Recorder,
): readonly TakenLot[] {
  const taken: TakenLot[] = [];
  let left: bigint = wanted;
  let isSpent = false;
  for (const lot of lotsOf(holdings, assetId)) {
    if (left === 0n) break;
    const { row } = lot;
    if (!row.settled) continue;
    const part = smaller<bigint>(row.amountLeft, left);
    const cost = divide({ dividend: row.costLeft * part, divisor: row.amountLeft, rounding: 'down' });
    assert(part > 0n && cost <= row.costLeft, 'Invariant: a part of a lot costs no more than the lot');
    left -= part;
    isSpent ||= part === row.amountLeft;
    taken.push({ lot: row, amount: amount(part), cost: amount(cost) });
    replaceRow({ recorder, list: recorder.lots }, lot, {
      ...row,
      amountLeft: amount(row.amountLeft - part),
      costLeft: amount(row.costLeft - cost),
    });
  }
  assert(left === 0n, 'Invariant: what leaves comes from settled lots');
  if (isSpent) dropSpentLots(holdings, assetId);
  return taken;
}

/** Shares take their lots along: when each was bought, and what it has cost. */
export function moveLots(_facts: Facts, { from, to, ...what }: HoldingMove, recorder: Recorder): void {
  const hasLots = from.lots.get(what.assetId)?.some(({ row }) => row.kind === 'shares');
  if (!hasLots) return;
  for (const { lot, amount: part, cost } of takeFromLots(from, what, recorder)) {
    const { orderId: _order, ...rest } = lot;
    addLot(
      to,
      {
        ...rest,
        sequence: recorder.sequence,
        index: recorder.lotIndex,
        accountId: to.accountId,
        amountOriginal: part,
        amountLeft: part,
        costLeft: cost,
      },
      recorder,
    );
    recorder.lotIndex += 1;
    for (const [holdings, sign] of [
      [from, -1n],
      [to, 1n],
    ] as const) {
      const position = positionOf(holdings, lot.instrumentId);
      assert(
        position.row.quantity + sign * part >= 0n && position.row.cost + sign * cost >= 0n,
        'Invariant: no more shares and no more cost leave a position than it has',
      );
      replaceRow({ recorder, list: recorder.positions }, position, {
        ...position.row,
        quantity: amount(position.row.quantity + sign * part),
        cost: amount(position.row.cost + sign * cost),
      });
    }
  }
}
