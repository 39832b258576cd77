/**
 * Ticks of rules 2.4. Prices here are plain numbers of
 * whole rupees, ticks are counted in hundredths of a rupee.
 */

interface TickRow {
  readonly below: number;
  readonly tickHundredths: bigint;
}

/** Ticks in force since 2025-04-15, with the upper bound in the row: 1,000.00 still has the tick 0.05. */
const stockTicks: readonly TickRow[] = [
  { below: 250, tickHundredths: 1n },
  { below: 1000.005, tickHundredths: 5n },
  { below: 5000.005, tickHundredths: 10n },
  { below: 10_000.005, tickHundredths: 50n },
  { below: 20_000.005, tickHundredths: 100n },
];
const TICK_OF_DEAREST = 500n;

/** The same rows to read: the dearest close of each in rupees, and its tick; none for what is dearer. */
export const stockTickTable: readonly { readonly closeMax?: string; readonly tick: string }[] = [
  ...['249.99', '1000', '5000', '10000', '20000'].map((closeMax) => ({
    closeMax,
    tick: rupeesText(stockTick(Number(closeMax))),
  })),
  { tick: rupeesText(TICK_OF_DEAREST) },
];

function rupeesText(paise: bigint): string {
  return `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
}

/** Tick of a stock, in paise, by its close on the last trading day of the month before. */
export function stockTick(monthClose: number): bigint {
  return stockTicks.find((row) => monthClose < row.below)?.tickHundredths ?? TICK_OF_DEAREST;
}

/**
 * Tick of a coin quoted in rupees: 1e-4 of the price's decade, rounded down to 1, 2 or 5.
 *
 * @returns decimals of the tick and the tick in that scale, for example `{ decimals: 1, units: 5n }` for 0.5.
 */
export function rupeePairTick(level: number): { decimals: number; units: bigint } {
  const target = level / 10_000;
  const exponent = Math.floor(Math.log10(target));
  const mantissa = target / 10 ** exponent;
  const digit = mantissa >= 5 ? 5n : mantissa >= 2 ? 2n : 1n;
  if (exponent >= 0) return { decimals: 0, units: digit * 10n ** BigInt(exponent) };
  return { decimals: -exponent, units: digit };
}
