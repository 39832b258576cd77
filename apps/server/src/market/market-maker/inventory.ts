/**
 * A volume of a whole day moves the middle by this part of a
 * day's deviation; a smaller one by the root of its share.
 */
const IMPACT = 0.1;
/** After so long half of the move is left: the market maker has found others to trade with. */
const HALF_LIFE_MS = 1_800_000;

/** Below this it is nothing: a hundredth of the smallest lot of a coin. */
const LEAST = 1e-7;

/**
 * The units that the market maker has sold to customers in one book and not bought back; below zero those it
 * has bought.
 */
export class Inventory {
  #sold = 0;
  #atMs = 0;

  /** @param sold by the market maker; below zero what it bought */
  trade(sold: number, atMs: number): void {
    this.#sold = this.soldAt(atMs) + sold;
    this.#atMs = atMs;
  }

  /** Whether it holds nothing that it would lean against. */
  isEven(atMs: number): boolean {
    return this.soldAt(atMs) === 0;
  }

  /**
   * Lean of the quotes' middle off the value, as a share of
   * it: an order in slices moves as far as it does whole.
   */
  lean(atMs: number, of: { readonly sigmaDay: number; readonly dayVolume: number }): number {
    const sold = this.soldAt(atMs);
    if (sold === 0 || of.dayVolume <= 0) return 0;
    return Math.sign(sold) * IMPACT * of.sigmaDay * Math.sqrt(Math.abs(sold) / of.dayVolume);
  }

  /**
   * The part that is left of it: the move goes with the root of the volume, so that the volume is halved in
   * half the time.
   */
  soldAt(atMs: number): number {
    const left = this.#sold * 2 ** ((-2 * Math.max(0, atMs - this.#atMs)) / HALF_LIFE_MS);
    return Math.abs(left) < LEAST ? 0 : left;
  }
}
