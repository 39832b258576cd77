import type english from '#locales/en-US/glossary.ts';

type NameOf<Key> = Key extends `term_${infer Name}` ? Name : never;

/** A term that the catalogue `glossary` explains. */
export type Term = NameOf<keyof typeof english>;

/** Every charge that an order may have. */
export const CHARGE_TERMS = [
  'brokerage',
  'securitiesTax',
  'exchangeFee',
  'regulatorFee',
  'stampDuty',
  'goodsAndServicesTax',
  'depositoryCharge',
  'tradingFee',
  'withholdingTax',
] as const satisfies readonly Term[];

/** The terms among them that an order has, by their names on the wire. */
export function chargeTerms(lines: readonly { readonly name: string }[]): Term[] {
  return CHARGE_TERMS.filter((term) => lines.some(({ name }) => name === term));
}

export const PRODUCT_TERMS = {
  CNC: ['delivery', 'settlement'],
  MIS: ['intraday', 'margin', 'squareOff'],
} as const satisfies Record<string, readonly Term[]>;
