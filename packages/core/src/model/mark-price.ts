import type { InstantMs, InstrumentId, Price } from '#values/index.ts';

/** Price by which margin and close-out judge what is open in an instrument: the newest one counts. */
export interface MarkPrice {
  readonly instrumentId: InstrumentId;
  readonly priceMark: Price;
  /** Index price that the instrument follows; absent where it follows nothing, as a share. */
  readonly priceIndex?: Price;
  /** When the price was made, which may be long before it came here. */
  readonly atMs: InstantMs;
}

/** Marks that one command brings at the most. */
export const MARKS_AT_ONCE_MAX = 64;

/** Why a command can't bring these marks; undefined where it can. */
export function marksProblem(marks: readonly MarkPrice[], atMs: InstantMs): string | undefined {
  if (marks.length === 0 || marks.length > MARKS_AT_ONCE_MAX)
    return `between 1 and ${MARKS_AT_ONCE_MAX} marks`;
  if (new Set(marks.map(({ instrumentId }) => instrumentId)).size < marks.length) return 'one mark twice';
  if (marks.some((mark) => mark.atMs > atMs)) return 'a mark of the future';
  const isPrice = ({ priceMark, priceIndex }: MarkPrice): boolean =>
    priceMark > 0n && (priceIndex === undefined || priceIndex > 0n);
  return marks.every(isPrice) ? undefined : 'a price of nothing';
}

/** How long ago a mark was made; below zero where the clock has been set back since. */
export function markAgeMs(mark: Pick<MarkPrice, 'atMs'>, nowMs: InstantMs): number {
  return nowMs - mark.atMs;
}
