import { formatDecimal } from '@tarazu/core/values';
import type { OPERATIONS, OutputOf } from '@tarazu/protocol';
import type { FlowRow } from '#domains/statement/statement-store.ts';

export type StatementBalance = OutputOf<(typeof OPERATIONS)['userStatement']>['balances'][number];

/**
 * Openings and closings by way of what is there now: now less what
 * moved since. A balance that is and was nothing is left out.
 */
export function statementBalances(
  rows: readonly FlowRow[],
  scaleOf: (asset: string) => number,
): StatementBalance[] {
  return [...Map.groupBy(rows, (row) => `${row.wallet} ${row.asset_id}`).values()].flatMap((flows) => {
    const [first] = flows;
    if (first === undefined) return [];
    const net = (those: readonly FlowRow[]) =>
      those.reduce((sum, row) => sum + BigInt(row.came) - BigInt(row.went), 0n);
    const within = flows.filter((row) => row.kind !== null);
    const closing = BigInt(first.now) - net(flows.filter((row) => row.kind === null));
    const opening = closing - net(within);
    if (opening === 0n && closing === 0n && within.length === 0) return [];
    const text = (units: bigint) => formatDecimal(units, scaleOf(first.asset_id));
    return [
      {
        wallet: first.wallet,
        asset: first.asset_id,
        opening: text(opening),
        movements: within.map((row) => ({
          kind: row.kind ?? '',
          came: text(BigInt(row.came)),
          went: text(BigInt(row.went)),
        })),
        closing: text(closing),
      },
    ];
  });
}
