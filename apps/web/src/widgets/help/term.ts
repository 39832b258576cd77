import type { Term } from '#locales/term.ts';

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
