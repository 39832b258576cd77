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

/** Whether the old orders mean nothing any more, because a share is no longer what it was. */
export function changesShares(
  terms: CorporateTerms,
): terms is Extract<CorporateTerms, { kind: 'split' | 'bonus' }> {
  return terms.kind !== 'dividend';
}
