import type { Amount, Price, Quantity } from '#values/index.ts';

/**
 * What a company does to its shares, as published. Of `sharesBefore` shares each holder has `sharesAfter`: a split shares the cost out,
 * a bonus comes beside the old shares at no cost. What is left over is paid at `fractionPrice` a
 * share, the close before in new shares.
 */
export type CorporateTerms =
  | {
      readonly kind: 'split' | 'bonus';
      readonly sharesBefore: Quantity;
      readonly sharesAfter: Quantity;
      readonly fractionPrice: Price;
    }
  | { readonly kind: 'dividend'; readonly amountPerShare: Amount };

/** What makes another share of a share. */
export type ShareTerms = Extract<CorporateTerms, { kind: 'split' | 'bonus' }>;

/** Whether a share is no longer what it was, so that what is ordered of it is restated. */
export function changesShares(terms: CorporateTerms): terms is ShareTerms {
  return terms.kind !== 'dividend';
}
