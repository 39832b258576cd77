import type { HouseLedgerAccount, PostingKind } from '#model/ledger.ts';
import type { Amount } from '#values/index.ts';

/** Every product with the kind of instrument that it is traded in: one line each. */
const KIND_BY_PRODUCT = { delivery: 'stock', intraday: 'stock', spot: 'spot' } as const;

export type ProductName = keyof typeof KIND_BY_PRODUCT;
export type InstrumentKind = (typeof KIND_BY_PRODUCT)[ProductName];

export const isProductName = (text: string): text is ProductName => Object.hasOwn(KIND_BY_PRODUCT, text);
export const PRODUCT_NAMES: readonly ProductName[] = Object.keys(KIND_BY_PRODUCT).filter(isProductName);
export const INSTRUMENT_KINDS: readonly InstrumentKind[] = [...new Set(Object.values(KIND_BY_PRODUCT))];

/**
 * Money that losses of an order have cost one ledger
 * account of the house ledger: the rest of its hold pays it first.
 */
export interface OwedByOrder {
  readonly to: HouseLedgerAccount;
  readonly kind: PostingKind;
  readonly amount: Amount;
  /** Command of the first loss. Replay before `unpaidGoesOver`: absent. */
  readonly sequence?: number;
}

/** Terms of an order by its product, beside price and quantity; absent for the instrument's usual product. */
export interface ProductTerms {
  readonly name: ProductName;
  /** The order only closes what is open and opens nothing. */
  readonly isClosing?: boolean;
  /** Replay before `orderAgents`: placed by the published rule. */
  readonly isSquareOff?: boolean;
  /** Replay before `owedToEach`: one debt, whoever had paid. */
  readonly owed?: OwedByOrder | readonly OwedByOrder[];
}
