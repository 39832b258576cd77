export interface Limits {
  /**
   * Calls of one address in a second; callers on this machine
   * are not counted, because a proxy may stand there.
   */
  readonly callsPerAddressPerSecond: number;
  /** Files that there are: a first load has some 230, and a class or an office begins behind one address. */
  readonly filesPerAddressPerSecond: number;
  /** Paths that there is nothing at. */
  readonly unknownPathsPerAddressPerSecond: number;
  /** The description of all calls, which is larger than any file of the app. */
  readonly descriptionsPerAddressPerSecond: number;
  readonly callsPerAccountPerSecond: number;
  /** Streams that one address may have open: many phones of a mobile network share one. */
  readonly socketsPerAddress: number;
  /** Orders of one account in a second (rules 2.3), without cancels. */
  readonly ordersPerSecond: number;
  /** Calls served at once, at most and however slowly: see `admission-queue.ts`. */
  readonly placesMax: number;
  readonly placesMin: number;
  /** Wait of an order or a read before anything is done for it, within a promised refusal of 50 ms. */
  readonly waitMsMax: number;
  /**
   * Of the thread on which orders are matched, what reads may take; and what the reads of one address may.
   */
  readonly readsShareOfTime: number;
  readonly callerShareOfTime: number;
  /** Of the thread that reads and writes HTTP, what answers may take that are there already. */
  readonly sharedShareOfTime: number;
  /**
   * So long one answer serves all who ask the same: prices are told four
   * times a second, so that it is as new as what the stream says.
   */
  readonly answersFreshMs: number;
  /** Demo accounts without a login that one address may open in an hour. */
  readonly demoEntriesPerHour: number;
  /** Demo accounts without a login that may be open at once, whoever opened them (decision 0051). */
  readonly guestsMax: number;
}

export const LIMITS: Limits = {
  callsPerAddressPerSecond: 200,
  filesPerAddressPerSecond: 4_000,
  unknownPathsPerAddressPerSecond: 400,
  descriptionsPerAddressPerSecond: 20,
  callsPerAccountPerSecond: 150,
  socketsPerAddress: 200,
  ordersPerSecond: 10,
  placesMax: 4_000,
  placesMin: 300,
  waitMsMax: 35,
  readsShareOfTime: 0.35,
  callerShareOfTime: 0.1,
  sharedShareOfTime: 0.1,
  answersFreshMs: 250,
  demoEntriesPerHour: 60,
  guestsMax: 20_000,
};
