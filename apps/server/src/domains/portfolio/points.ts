import type { AccountId } from '@tarazu/core/values';

/** A value of an account with what came from outside since the one before, in paise. */
export interface Point {
  readonly atMs: number;
  readonly value: bigint;
  readonly flow: bigint;
}

/** An account and the moment at which it is asked for. */
export interface Asked {
  readonly accountId: AccountId;
  readonly nowMs: number;
}

/** Profit between two values: the difference that nothing from outside made. */
export function profitBetween(points: readonly Point[]): { profit: bigint; base: bigint } {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { profit: 0n, base: 0n };
  const flows = points.slice(1).reduce((sum, { flow }) => sum + flow, 0n);
  return {
    profit: last.value - first.value - flows,
    base: first.value + (flows > 0n ? flows : 0n),
  };
}
