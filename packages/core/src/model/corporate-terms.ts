import { type Amount, divide, type InstantMs, type Price, price, type Quantity } from '#values/index.ts';

/**
 * Terms of a corporate action, as published: a holder's `sharesBefore` become `sharesAfter`, and a rest is
 * paid at `fractionPrice` a share, the close before in new shares. A rights issue offers `sharesOffered` at
 * `priceIssue` for `sharesHeld`; `priceCum` is the close before.
 */
export type CorporateTerms =
  | {
      readonly kind: 'split' | 'bonus';
      readonly sharesBefore: Quantity;
      readonly sharesAfter: Quantity;
      readonly fractionPrice: Price;
    }
  | {
      readonly kind: 'rights';
      readonly sharesHeld: Quantity;
      readonly sharesOffered: Quantity;
      readonly priceIssue: Price;
      readonly priceCum: Price;
      readonly closesAtMs: InstantMs;
    }
  | { readonly kind: 'dividend'; readonly amountPerShare: Amount };

/** Terms that make another share of a share. */
export type ShareTerms = Extract<CorporateTerms, { kind: 'split' | 'bonus' }>;
export type RightsTerms = Extract<CorporateTerms, { kind: 'rights' }>;
/** Terms that make a share worth less than before, so that its orders are adjusted. */
export type AdjustingTerms = ShareTerms | RightsTerms;

export function isAdjusting(terms: CorporateTerms): terms is AdjustingTerms {
  return terms.kind !== 'dividend';
}

/**
 * How many shares of now are worth one of before, as a fraction
 * that is never rounded: prices go by `before / after`.
 */
export interface WorthRatio {
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * Price after a corporate action for one before it; for a rights issue the theoretical ex-rights price. New
 * shares that cost as much as the old or more take nothing away.
 */
export function worthRatio(
  terms: Pick<ShareTerms, RatioField> | Omit<RightsTerms, 'closesAtMs'>,
): WorthRatio {
  if (terms.kind !== 'rights') return { before: terms.sharesBefore, after: terms.sharesAfter };
  const { sharesHeld, sharesOffered, priceIssue, priceCum } = terms;
  if (priceIssue >= priceCum) return { before: 1n, after: 1n };
  return {
    before: sharesHeld * priceCum + sharesOffered * priceIssue,
    after: (sharesHeld + sharesOffered) * priceCum,
  };
}

type RatioField = 'kind' | 'sharesBefore' | 'sharesAfter';

/** Price that stands in for the last one until somebody trades the share as it is now; rounded down. */
export function priceAdjustment(terms: AdjustingTerms): Price {
  if (terms.kind !== 'rights') return terms.fractionPrice;
  const { before, after } = worthRatio(terms);
  return price(divide({ dividend: terms.priceCum * before, divisor: after, rounding: 'down' }));
}
