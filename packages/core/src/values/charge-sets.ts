import type { SpotChargeRules, StockChargeRules } from '#values/charges.ts';

/** The published charges: each set under the field of `rules.set` that brings it, one line each. */
export interface ChargeSets {
  readonly stockCharges: StockChargeRules;
  readonly spotCharges: SpotChargeRules;
}

export type ChargeSetName = keyof ChargeSets;

const NAMES: { readonly [Name in ChargeSetName]: Name } = {
  stockCharges: 'stockCharges',
  spotCharges: 'spotCharges',
};

export const CHARGE_SETS: readonly ChargeSetName[] = Object.values(NAMES);

/** Sets of charges, those that are meant present. */
export type SomeCharges = { readonly [Name in ChargeSetName]?: ChargeSets[Name] | undefined };
