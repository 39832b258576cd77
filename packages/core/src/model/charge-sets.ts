import { assert, type SpotChargeRules, type StockChargeRules } from '#values/index.ts';

/** The published charges: each set under the field of `rules.set` that brings it, one line each. */
export interface ChargeSets {
  readonly stockCharges: StockChargeRules;
  readonly spotCharges: SpotChargeRules;
}

export type ChargeSetName = keyof ChargeSets;

/** Sets of charges, those that are meant present. */
export type SomeCharges = { readonly [Name in ChargeSetName]?: ChargeSets[Name] | undefined };

/** Every version of a set that was published, and the one that holds for an order placed now. */
interface ChargeVersions<Rules> {
  readonly byVersion: Map<string, Rules>;
  now: Rules | undefined;
}

/** Old versions stay, because an order is charged by the version with which it was placed. */
export type KnownCharges = { readonly [Name in ChargeSetName]: ChargeVersions<ChargeSets[Name]> };

function noVersions<Rules>(): ChargeVersions<Rules> {
  return { byVersion: new Map(), now: undefined };
}

export function createCharges(): KnownCharges {
  return { stockCharges: noVersions(), spotCharges: noVersions() };
}

const NONE = createCharges();

export const CHARGE_SETS: readonly ChargeSetName[] = Object.keys(NONE).filter(isChargeSet);

function isChargeSet(name: string): name is ChargeSetName {
  return Object.hasOwn(NONE, name);
}

/** Takes in the sets that a command or a load brings. */
export function learnCharges(known: KnownCharges, update: SomeCharges): void {
  for (const name of CHARGE_SETS) learnSet(known, { name, rules: update[name] });
}

function learnSet<Name extends ChargeSetName>(
  known: KnownCharges,
  { name, rules }: { readonly name: Name; readonly rules: ChargeSets[Name] | undefined },
): void {
  if (rules === undefined) return;
  const versions = known[name];
  versions.byVersion.set(rules.version, rules);
  versions.now = rules;
}

/** The version of a set that holds for an order placed now. */
export function versionNow(known: KnownCharges, name: ChargeSetName): string {
  const { now } = known[name];
  assert(now !== undefined, 'Condition: the charges of a product are loaded before it trades');
  return now.version;
}

/** Charges of a version that an order has. */
export function chargesOfVersion<Name extends ChargeSetName>(
  known: KnownCharges,
  { name, version }: { readonly name: Name; readonly version: string },
): ChargeSets[Name] {
  const rules: ChargeSets[Name] | undefined = known[name].byVersion.get(version);
  assert(rules !== undefined, 'Condition: the charges of every open order are loaded');
  return rules;
}
