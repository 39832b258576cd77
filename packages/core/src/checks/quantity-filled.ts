import { formatDecimal } from '#values/index.ts';

/**
 * Why an order may not be changed to a quantity that is filled already: a change leaves something to fill.
 */
export function refuseFilled(
  { quantity, filled }: { readonly quantity: bigint; readonly filled: bigint },
  scale: number,
) {
  if (filled === 0n || quantity > filled) return undefined;
  return { code: 'QUANTITY_FILLED', detail: { quantityFilled: formatDecimal(filled, scale) } } as const;
}
