/** The worth of an instrument at an instant. */
export interface FairValue {
  /**
   * In whole units of the quote asset. A model quantity, not
   * money: it becomes a price when an agent rounds it to a tick.
   */
  readonly price: number;
  /** Standard deviation of the log price over the next minute, as a fraction (0.001 is 0.1 %). Never zero. */
  readonly sigma1m: number;
  /**
   * Expected volume, in whole units of the base asset a second. Zero outside sessions and for indices. A
   * series recorded without volumes gets a nominal one, so that its market trades.
   */
  readonly volumeRate: number;
}
