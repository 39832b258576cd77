import { addDecimal } from '#ui/numbers/decimal-text.ts';

/**
 * All that belongs to a person of an asset: what is free,
 * what stands behind orders and what is still to settle.
 */
export function wholeOf(parts: { available: string; held: string; unsettled: string }): string {
  return addDecimal(addDecimal(parts.available, parts.held), parts.unsettled);
}
