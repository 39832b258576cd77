import type { Order } from '#model/order.ts';
import type { ProductTerms } from '#model/product-name.ts';
import type { Rate } from '#values/index.ts';

/**
 * How an order within the day is covered: it holds money whichever its side, because no shares come or go.
 */
export interface IntradayTerms extends ProductTerms {
  readonly name: 'intraday';
  /** Share of the value that stands behind what it opens: 20 % is five times as much as the money. */
  readonly marginRate: Rate;
  /** The order only closes and needs no margin. */
  readonly isClosing: boolean;
}

/** Terms of an order within the day; undefined for an order of another product. */
export function intradayTermsIn({ productTerms }: Pick<Order, 'productTerms'>): IntradayTerms | undefined {
  return productTerms && isIntraday(productTerms) ? productTerms : undefined;
}

function isIntraday(terms: ProductTerms): terms is IntradayTerms {
  return terms.name === 'intraday';
}
