import { type Amount, amount, COIN_SCALE, scaleFactor } from '@tarazu/core/values';

/** Amounts as a network counts them, and as the ledger does: in units of 1e-8. */

/** Ledger's amount of chain units, and the rest of less than one unit that nobody can be credited with. */
export function ledgerAmountOf(
  units: bigint,
  chainDecimals: number,
): { readonly amount: Amount; readonly rest: bigint } {
  if (chainDecimals <= COIN_SCALE)
    return { amount: amount(units * scaleFactor(COIN_SCALE - chainDecimals)), rest: 0n };
  const factor = scaleFactor(chainDecimals - COIN_SCALE);
  return { amount: amount(units / factor), rest: units % factor };
}

/** Chain units of a ledger's amount; undefined where the network can not say so little. */
export function chainUnitsOf(ledgerAmount: Amount, chainDecimals: number): bigint | undefined {
  if (chainDecimals >= COIN_SCALE) return ledgerAmount * scaleFactor(chainDecimals - COIN_SCALE);
  const factor = scaleFactor(COIN_SCALE - chainDecimals);
  return ledgerAmount % factor === 0n ? ledgerAmount / factor : undefined;
}

/** Ledger's amount that covers chain units: a cost is never written smaller than it was. */
export function ledgerCostOf(units: bigint, chainDecimals: number): Amount {
  const { amount: whole, rest } = ledgerAmountOf(units, chainDecimals);
  return rest === 0n ? whole : amount(whole + 1n);
}
