import type { Fields } from '#codec/fields.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import { amount, instantMs, price, quantity } from '#values/index.ts';

export function corporateTermsOf(fields: Fields): CorporateTerms {
  const kind = fields.oneOf('kind', ['split', 'bonus', 'rights', 'dividend']);
  if (kind === 'dividend') return { kind, amountPerShare: amount(fields.integer('amountPerShare')) };
  if (kind === 'rights')
    return {
      kind,
      sharesHeld: quantity(fields.integer('sharesHeld')),
      sharesOffered: quantity(fields.integer('sharesOffered')),
      priceIssue: price(fields.integer('priceIssue')),
      priceCum: price(fields.integer('priceCum')),
      closesAtMs: instantMs(fields.whole('closesAtMs')),
    };
  return {
    kind,
    sharesBefore: quantity(fields.integer('sharesBefore')),
    sharesAfter: quantity(fields.integer('sharesAfter')),
    fractionPrice: price(fields.integer('fractionPrice')),
  };
}
