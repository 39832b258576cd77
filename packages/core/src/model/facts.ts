import type { Instrument, SettlementDay, Venue, VenueSession } from '#model/instrument.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { MarketKey } from '#model/market-key.ts';
import type { EndSeed } from '#model/session-end.ts';
import {
  type AssetId,
  assert,
  CHARGE_SETS,
  type ChargeSetName,
  type ChargeSets,
  type InstantMs,
  type InstrumentId,
  type SomeCharges,
} from '#values/index.ts';

export type { EndSeed, MarketKey };

/**
 * Lots that one order may have: books count in numbers, with room below the safe integers for a finer grid.
 */
const LOTS_MAX = 1n << 40n;

/** A command does so much of a sweep: what is released counts once, what goes to its book four times. */
const STEP_MAX = 128;

/** Every version of a set that was published, and the one that holds for an order placed now. */
interface ChargeVersions<Rules> {
  readonly byVersion: Map<string, Rules>;
  /** By the currency of which it is; undefined for those that have none of their own. */
  readonly now: Map<AssetId | undefined, Rules>;
}

/** Old versions stay, because an order is charged by the version with which it was placed. */
export type KnownCharges = { readonly [Name in ChargeSetName]: ChargeVersions<ChargeSets[Name]> };

function noVersions<Rules>(): ChargeVersions<Rules> {
  return { byVersion: new Map(), now: new Map() };
}

export function createCharges(): KnownCharges {
  return { stockCharges: noVersions(), spotCharges: noVersions() };
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
  const before = versions.byVersion.get(rules.version);
  assert(!before || before.currency === rules.currency, 'Condition: a version is of one currency');
  assert(
    rules.currency === undefined || !('securitiesTaxRate' in rules) || rules.securitiesTaxUnit !== undefined,
    'Condition: charges in a currency name the unit that their tax is rounded to',
  );
  versions.byVersion.set(rules.version, rules);
  versions.now.set(rules.currency, rules);
}

/** The version of a set that holds for an order placed now in what is paid in a currency. */
export function versionNow(
  known: KnownCharges,
  { name, currency }: { readonly name: ChargeSetName; readonly currency: AssetId },
): string {
  const holding: ReadonlyMap<AssetId | undefined, { readonly version: string }> = known[name].now;
  const now = holding.get(currency) ?? holding.get(undefined);
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

/** Hours and charges that a command or a load brings. */
export interface RulesUpdate extends SomeCharges {
  readonly session?: VenueSession;
  readonly endSeed?: EndSeed;
  readonly stepMax?: number;
  readonly marketKey?: MarketKey;
}

/**
 * Facts published to both sides, each of which has its own copy so that they can live in different processes.
 */
export interface Facts {
  readonly instruments: Map<InstrumentId, Instrument>;
  readonly sessions: Map<Venue, VenueSession>;
  /** By day. */
  readonly endSeeds: Map<string, EndSeed>;
  /** By day. */
  readonly marketKeys: Map<string, MarketKey>;
  readonly charges: KnownCharges;
  /** The newest of each instrument that has one. */
  readonly marks: Map<InstrumentId, MarkPrice>;
  /** How much one command may do of a sweep. */
  stepMax: number;
}

export function createFacts(): Facts {
  return {
    instruments: new Map(),
    sessions: new Map(),
    endSeeds: new Map(),
    marketKeys: new Map(),
    charges: createCharges(),
    marks: new Map(),
    stepMax: STEP_MAX,
  };
}

export function learnRules(facts: Facts, rules: RulesUpdate): void {
  learnCharges(facts.charges, rules);
  if (rules.stepMax !== undefined) facts.stepMax = rules.stepMax;
  if (rules.endSeed) facts.endSeeds.set(rules.endSeed.tradingDay, rules.endSeed);
  if (rules.marketKey) facts.marketKeys.set(rules.marketKey.day, rules.marketKey);
  if (rules.session) facts.sessions.set(rules.session.venue, rules.session);
}

/** A mark that counts instead of what was known. */
export function learnMark(facts: Facts, mark: MarkPrice): void {
  assert(facts.instruments.has(mark.instrumentId), 'Condition: an instrument is loaded before its mark');
  facts.marks.set(mark.instrumentId, mark);
}

/** The day to which a trade of this instant belongs. */
export function settlementDayAt(session: VenueSession, atMs: InstantMs): SettlementDay {
  const { nextDay } = session;
  return nextDay !== undefined && atMs >= nextDay.fromMs ? nextDay : session;
}

/**
 * Takes an instrument in; its assets and scales stay for ever, so that an amount never changes its meaning.
 */
export function learnInstrument(facts: Facts, instrument: Instrument): void {
  const known = facts.instruments.get(instrument.id);
  if (known) {
    assert(
      known.kind === instrument.kind &&
        known.venue === instrument.venue &&
        known.baseAsset === instrument.baseAsset &&
        known.quoteAsset === instrument.quoteAsset &&
        known.priceScale === instrument.priceScale &&
        known.baseScale === instrument.baseScale &&
        known.quoteScale === instrument.quoteScale,
      'Condition: an instrument keeps its kind, venue, assets and scales',
    );
  } else {
    for (const other of facts.instruments.values()) assertSameScales(other, instrument);
  }
  assert(instrument.tickSize > 0n && instrument.lotSize > 0n, 'Condition: tick and lot are above zero');
  assert(
    instrument.quantityMax / instrument.lotSize <= LOTS_MAX,
    'Condition: the greatest order counts its lots in a safe integer',
  );
  facts.instruments.set(instrument.id, instrument);
}

function assertSameScales(one: Instrument, other: Instrument): void {
  const scales = new Map<AssetId, number>([
    [one.baseAsset, one.baseScale],
    [one.quoteAsset, one.quoteScale],
  ]);
  const agrees = (assetId: AssetId, scale: number): boolean => (scales.get(assetId) ?? scale) === scale;
  assert(
    agrees(other.baseAsset, other.baseScale) && agrees(other.quoteAsset, other.quoteScale),
    'Condition: an asset has the same decimals in every instrument',
  );
}
