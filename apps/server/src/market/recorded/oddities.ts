import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type { PackBars } from '#market/recorded/pack.ts';

/** A week without a bar is more than any holiday. */
const HOLE_MS = 7 * DAY_MS;
/** A price so many times the one before, or so small a part of it, is a slip of the recording or a split. */
const SPIKE_TIMES = 5;
/** Bars in a row with one price: longer than a quiet share stands, and shorter than a morning. */
const FROZEN_BARS = 120;

/**
 * The oddities of a series though each of its rows is well formed, with counts and the first of each kind. It
 * is imported all the same: who imports it decides.
 * @param lineOf the line of a row in its file
 */
export function oddities(
  bars: PackBars,
  intervalMinutes: number,
  lineOf: (row: number) => number = (row) => row + 2,
): readonly string[] {
  const holes: number[] = [];
  const spikes: number[] = [];
  const frozen: number[] = [];
  const holeMs = Math.max(HOLE_MS, 3 * intervalMinutes * MINUTE_MS);
  let standing = 1;
  for (let row = 1; row < bars.time.length; row += 1) {
    if (at(bars.time, row) - at(bars.time, row - 1) > holeMs) holes.push(row);
    const before = at(bars.close, row - 1);
    if (at(bars.high, row) > before * SPIKE_TIMES || at(bars.low, row) * SPIKE_TIMES < before)
      spikes.push(row);
    standing = isStanding(bars, row) ? standing + 1 : 1;
    if (standing === FROZEN_BARS) frozen.push(row - FROZEN_BARS + 1);
  }
  return [
    said(holes, 'hole', 'of more than a week', lineOf),
    said(
      spikes,
      'jump',
      `to more than ${SPIKE_TIMES} times the price before or less than a ${SPIKE_TIMES}th`,
      lineOf,
    ),
    said(frozen, 'stretch', `of ${FROZEN_BARS} bars or more at one price`, lineOf),
  ].filter((text) => text !== '');
}

function said(rows: readonly number[], name: string, what: string, lineOf: (row: number) => number): string {
  const first = rows[0];
  if (first === undefined) return '';
  const plural = name === 'stretch' ? 'stretches' : `${name}s`;
  return `${rows.length} ${rows.length === 1 ? name : plural} ${what}, first at line ${lineOf(first)}`;
}

function isStanding({ open, high, low, close }: PackBars, row: number): boolean {
  const before = at(close, row - 1);
  return [open, high, low, close].every((column) => at(column, row) === before);
}

function at(column: Float64Array, row: number): number {
  return column[row] ?? 0;
}
