import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { DayKeys } from '#market/identity/day-keys.ts';
import { drawSecret, fingerprintOf, openSecret, sealSecret, secretOfSeed } from '#market/identity/secret.ts';
import { ANCHOR_DAY } from '#market/model/universe.ts';
import { listPacks, packsFolder } from '#market/recorded/pack.ts';
import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import type { MarketOrigin, PastMarket } from '#ports.ts';

/** Another number when the model gives other prices from the same keys. */
const MODEL_VERSION = 2;
/**
 * Seed of the past before a market begins, no secret, chosen among eighty for believable levels after years.
 */
const PAST_SEED = 56;
const SEED_MAX = 2 ** 31;

export const IDENTITY_KEY = 'market';
export const SECRET_KEY = 'market-secret';
/** The keys that an older release kept of its market. */
const OLD_KEYS = ['seed', 'rules:stock'];

/** The foundation of a market's prices: kept with the database, so that no start gives it others. */
const identitySchema = z.object({
  number: z.number(),
  kind: z.enum(['simulated', 'recorded']),
  model: z.number(),
  hours: z.enum(['always', 'calendar']),
  /** `drawn`, or the fingerprint of a seed given by hand. */
  seed: z.string(),
  pastSeed: z.number(),
  /** The first day with a key of its own. */
  firstDay: z.number(),
  startedAtMs: z.number(),
  recordedFrom: z.string(),
  packs: z.string(),
  fingerprint: z.string(),
  /** The maker of a day's key; a market of before has none, and makes it of the date alone. */
  keysBy: z.optional(z.literal('marketDay')),
});

export type MarketIdentity = z.infer<typeof identitySchema>;

export interface OpenedIdentity {
  readonly identity: MarketIdentity;
  readonly keys: DayKeys;
  readonly secret: Buffer;
  /** A whole number of 31 bits for chance that nobody gains by knowing: the inside of recorded bars. */
  readonly smallSeed: number;
}

/** Small facts that the market keeps in the database. */
export interface MarketState {
  state(): Promise<ReadonlyMap<string, string>>;
  setStates(facts: readonly { readonly key: string; readonly value: string }[]): Promise<void>;
}

type MarketConfig = Pick<Config, 'market' | 'marketSeed' | 'marketHours' | 'recordedFrom' | 'dataDirectory'>;

/**
 * The market of this database, as its first start made it.
 * @throws StartupError when this start asks for another one.
 */
export async function openIdentity(from: {
  readonly config: MarketConfig;
  readonly store: MarketState;
  readonly secrets: Secrets;
  readonly nowMs: number;
}): Promise<OpenedIdentity> {
  const { config, store, secrets } = from;
  const state = await store.state();
  const kept = state.get(IDENTITY_KEY);
  if (kept === undefined) {
    if (OLD_KEYS.some((key) => state.has(key))) throw new StartupError(OLD_MARKET);
    return begin(from, Number(state.get(NUMBER_KEY) ?? '1'));
  }
  const identity = identitySchema.parse(JSON.parse(kept));
  const problems = differences(identity, wishOf(config));
  if (problems.length > 0) throw new StartupError([...problems, WAYS_OUT].join('\n'));
  const secret = secretFrom(state, { identity, secrets, marketSeed: config.marketSeed });
  if (!secret) throw new StartupError(LOST_SECRET);
  return opened(identity, secret);
}

/** Undefined where it is not the one with which the market began. */
function secretFrom(
  state: ReadonlyMap<string, string>,
  by: { readonly identity: MarketIdentity; readonly secrets: Secrets; readonly marketSeed: string | null },
): Buffer | undefined {
  const sealed = state.get(SECRET_KEY);
  const secret =
    by.marketSeed === null ? sealed && openSecret(by.secrets, sealed) : secretOfSeed(by.marketSeed);
  return secret && fingerprintOf(secret) === by.identity.fingerprint ? secret : undefined;
}

/** The keys of the market that is kept; undefined where there is none, or its secret can't be read. */
export function keysFrom(
  state: ReadonlyMap<string, string>,
  by: { readonly secrets: Secrets; readonly marketSeed: string | null },
): DayKeys | undefined {
  const kept = state.get(IDENTITY_KEY);
  if (kept === undefined) return undefined;
  const identity = identitySchema.parse(JSON.parse(kept));
  const secret = secretFrom(state, { identity, ...by });
  return secret && opened(identity, secret).keys;
}

/** The number of the market that the next start begins. */
export const NUMBER_KEY = 'market-number';

async function begin(from: Parameters<typeof openIdentity>[0], number: number): Promise<OpenedIdentity> {
  const { config, store, secrets, nowMs } = from;
  const secret = config.marketSeed === null ? drawSecret() : secretOfSeed(config.marketSeed);
  const identity: MarketIdentity = {
    ...wishOf(config),
    number,
    pastSeed: pastSeedOf(config.marketSeed),
    // Catalogue prices hold on the anchor day: a key of a day before it would lead somewhere else.
    firstDay: Math.max(ANCHOR_DAY, dayOf(nowMs, 'UTC')),
    startedAtMs: nowMs,
    fingerprint: fingerprintOf(secret),
    keysBy: 'marketDay',
  };
  await store.setStates([
    { key: IDENTITY_KEY, value: JSON.stringify(identity) },
    ...(config.marketSeed === null ? [{ key: SECRET_KEY, value: sealSecret(secrets, secret) }] : []),
  ]);
  return opened(identity, secret);
}

function opened(identity: MarketIdentity, secret: Buffer): OpenedIdentity {
  const keys = new DayKeys({
    secret,
    firstDay: identity.firstDay,
    marketNumber: identity.number,
    areKeysByDate: areKeysByDate(identity),
  });
  const smallSeed = createHash('sha256').update('small|').update(secret).digest().readUInt32BE() % SEED_MAX;
  return { identity, keys, secret, smallSeed };
}

export function areKeysByDate({ keysBy }: MarketIdentity): boolean {
  return keysBy === undefined;
}

/** The part of it that everybody may know. */
export function originOf({ kind, model, hours, number, pastSeed, firstDay }: MarketIdentity): MarketOrigin {
  return { kind, model, hours, marketNumber: number, pastSeed, firstDay: dayText(firstDay) };
}

/** The record that is kept of a market that has ended, under its number. */
const PAST_KEY = 'past-market';
const pastSchema = z.object({ endedAtMs: z.number(), identity: z.optional(z.string()) });
/** Of so many the newest are told. */
const PAST_MAX = 100;

export function pastMarketState(
  number: number,
  past: z.infer<typeof pastSchema>,
): { readonly key: string; readonly value: string } {
  return { key: `${PAST_KEY} ${number}`, value: JSON.stringify(past) };
}

export function isPastMarketKey(key: string): boolean {
  return key.startsWith(`${PAST_KEY} `);
}

/** Markets of this database that have ended, the newest first: their days can still be made again. */
export function pastMarketsFrom(state: ReadonlyMap<string, string>): PastMarket[] {
  const past = [...state].flatMap(([key, value]) => {
    if (!isPastMarketKey(key)) return [];
    const { endedAtMs, identity } = pastSchema.parse(JSON.parse(value));
    if (identity === undefined) return [];
    return [{ ...originOf(identitySchema.parse(JSON.parse(identity))), endedAtMs }];
  });
  return past.sort((one, other) => other.marketNumber - one.marketNumber).slice(0, PAST_MAX);
}

/** A number is taken as it is; any other text is one too. */
function pastSeedOf(given: string | null): number {
  if (given === null) return PAST_SEED;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  return createHash('sha256').update(given).digest().readUInt32BE() % SEED_MAX;
}

type Wish = Pick<MarketIdentity, 'kind' | 'model' | 'hours' | 'seed' | 'recordedFrom' | 'packs'>;

function wishOf(config: MarketConfig): Wish {
  const isRecorded = config.market === 'recorded';
  return {
    kind: config.market,
    model: MODEL_VERSION,
    hours: config.marketHours,
    seed: config.marketSeed === null ? 'drawn' : `given ${fingerprintOf(secretOfSeed(config.marketSeed))}`,
    recordedFrom: isRecorded ? (config.recordedFrom ?? '') : '',
    packs: isRecorded ? packsFingerprint(packsFolder(config.dataDirectory)) : '',
  };
}

/** The contents of the packs, in the order of their names. */
function packsFingerprint(folder: string): string {
  const lines = listPacks(folder).map(({ name, sourceSha256, rows, isAdjusted }) =>
    [name, sourceSha256, rows, isAdjusted].join(' '),
  );
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

function differences(kept: MarketIdentity, wish: Wish): string[] {
  const problems: string[] = [];
  if (kept.kind !== wish.kind) {
    problems.push(`The market of this database is ${kept.kind}; this start asks for MARKET=${wish.kind}.`);
    return problems;
  }
  if (kept.model !== wish.model)
    problems.push('The market of this database was made by a release with other prices.');
  if (kept.hours !== wish.hours)
    problems.push(
      `The market of this database has MARKET_HOURS=${kept.hours}; this start asks for ${wish.hours}.`,
    );
  if (kept.seed !== wish.seed) problems.push(seedProblem(kept, wish));
  if (kept.recordedFrom !== wish.recordedFrom)
    problems.push(
      `The replay of this database began with RECORDED_FROM=${kept.recordedFrom || '(none)'}; this start asks for ${wish.recordedFrom || '(none)'}.`,
    );
  if (kept.packs !== wish.packs)
    problems.push('The recorded packs are not those with which the market of this database began.');
  return problems;
}

function seedProblem(kept: MarketIdentity, wish: Wish): string {
  if (kept.seed === 'drawn')
    return 'The market of this database drew its own secret; this start gives it a MARKET_SEED.';
  if (wish.seed === 'drawn')
    return 'The market of this database was begun with a MARKET_SEED; this start gives none.';
  return 'The market of this database was begun with another MARKET_SEED.';
}

const NEW_MARKET =
  'stop it for good with "npm run market -- new --help", which gives notice, ends open orders and lets the next start begin another';
const WAYS_OUT = `Open orders would meet prices of another market, so nothing was started. Start it as before, or ${NEW_MARKET}.`;
const OLD_MARKET = `The market of this database was made by an older release, whose prices this one does not have. To go on, ${NEW_MARKET}.`;
const LOST_SECRET = `The secret of this market can not be read with this key (SECRET_KEY_FILE). Bring back the key file with which it began. If that key was replaced on purpose, whoever has it may know the days to come: ${NEW_MARKET}.`;
