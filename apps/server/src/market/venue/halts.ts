/**
 * Why trading is stopped: a decision about one instrument, the
 * fall or rise of the index, or a share that is being changed.
 */
export type HaltReason = 'instrument' | 'index' | 'corporateAction';

export interface Halt {
  readonly reason: HaltReason;
  /** Absent until somebody lifts it. */
  readonly untilMs?: number;
}

const HOUR = 60;
const at = (hour: number, minute: number): number => hour * 60 + minute;

/**
 * How long a market stops for a move of the index since the close before, by the minute of its day. The call
 * auction with which it begins again is the last part of that time.
 */
export interface BreakerRow {
  readonly percent: number;
  readonly stops: readonly { readonly beforeMinute: number; readonly minutes: number | 'restOfDay' }[];
}

const END_OF_DAY = at(24, 0);
/** Of home (rules 2.5). */
export const breakerRows: readonly BreakerRow[] = [
  { percent: 20, stops: [{ beforeMinute: END_OF_DAY, minutes: 'restOfDay' }] },
  {
    percent: 15,
    stops: [
      { beforeMinute: at(13, 0), minutes: 2 * HOUR },
      { beforeMinute: at(14, 0), minutes: HOUR },
      { beforeMinute: END_OF_DAY, minutes: 'restOfDay' },
    ],
  },
  {
    percent: 10,
    stops: [
      { beforeMinute: at(13, 0), minutes: HOUR },
      { beforeMinute: at(14, 30), minutes: HOUR / 2 },
    ],
  },
];

/** Of São Paulo (rules 2.29). */
export const saoPauloBreakers: readonly BreakerRow[] = [
  { percent: 20, stops: [{ beforeMinute: END_OF_DAY, minutes: 'restOfDay' }] },
  { percent: 15, stops: [{ beforeMinute: at(16, 25), minutes: HOUR }] },
  { percent: 10, stops: [{ beforeMinute: at(16, 25), minutes: HOUR / 2 }] },
];

/**
 * The greatest level that a move reaches and that was not reached
 * before today, with how long it stops; none where it does not.
 */
export function breakerFor(
  move: { readonly change: bigint; readonly previousClose: bigint; readonly minute: number },
  reached: number,
  rows: readonly BreakerRow[] = breakerRows,
): { readonly percent: number; readonly minutes: number | 'restOfDay' | 0 } | undefined {
  const { change, previousClose, minute } = move;
  const size = change < 0n ? -change : change;
  for (const { percent, stops } of rows) {
    if (percent <= reached || size * 100n < previousClose * BigInt(percent)) continue;
    return { percent, minutes: stops.find(({ beforeMinute }) => minute < beforeMinute)?.minutes ?? 0 };
  }
  return undefined;
}
