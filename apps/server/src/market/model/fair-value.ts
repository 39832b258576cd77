/** The worth of an instrument at an instant. */
export interface FairValue {
  /**
   * Price in whole units of the quote asset: a model quantity, not money, until an agent rounds it to a tick.
   */
  readonly price: number;
  /** Standard deviation of the log price over the next minute, as a fraction (0.001 is 0.1 %), never zero. */
  readonly sigma1m: number;
  /**
   * Expected volume, in whole units of the base asset a
   * second, zero outside sessions; nominal for series without.
   */
  readonly volumeRate: number;
}
