import { addDecimal } from '#ui/numbers/decimal-text.ts';

export const TODAY_PARTS = ['held', 'sold', 'intraday', 'dividends', 'currency'] as const;

/** Parts of today's gain; of the instruments of one asset there are only the first three. */
export interface TodayParts {
  readonly held: string;
  readonly sold: string;
  readonly intraday: string;
  readonly dividends?: string;
  readonly currency?: string;
}

/** The whole, to the last unit of its parts. */
export function todayTotal(parts: TodayParts): string {
  return TODAY_PARTS.reduce((sum, part) => addDecimal(sum, parts[part] ?? '0'), '0');
}
