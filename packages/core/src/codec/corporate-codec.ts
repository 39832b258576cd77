import type { Fields } from '#codec/fields.ts';
import type { CorporateTerms } from '#corporate-terms.ts';
import { amount, price, quantity } from '#values/index.ts';

export function corporateTermsOf(fields: Fields): CorporateTerms {
  const kind = fields.oneOf('kind', ['split', 'bonus', 'dividend']);
  if (kind === 'dividend') return { kind, amountPerShare: amount(fields.integer('amountPerShare')) };
  return {
    kind,
    sharesBefore: quantity(fields.integer('sharesBefore')),
    sharesAfter: quantity(fields.integer('sharesAfter')),
    fractionPrice: price(fields.integer('fractionPrice')),
  };
}
