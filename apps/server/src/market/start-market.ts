import { createHash } from 'node:crypto';
import { EndSeeds } from '#market/calendar/random-end.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import { type LiveMarket, openMarket } from '#market/live/live-market.ts';
import { packsFolder } from '#market/recorded/pack.ts';
import { RecordedSource } from '#market/recorded/recorded-source.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { MarketSource } from '#market/source.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { EnginePort } from '#ports.ts';

/** Daily candles of the indices that a chart asks for first. */
const WARM_DAYS = 500;
const SEED_MAX = 2 ** 31;
/**
 * The seed of an installation that names none. Chosen by eye among sixty: after years of simulation its index, coins and shares stand at
 * believable levels. Who knows a seed can compute its future, so an installation with rivals in it sets one of its own.
 */
const SEED_DEFAULT = 16;

/** Opens the market that is configured, with the seed and the beginning of the replay that the first start chose. */
export async function startMarket(options: {
  readonly config: Pick<Config, 'market' | 'marketSeed' | 'marketHours' | 'recordedFrom' | 'dataDirectory'>;
  readonly clock: Clock;
  readonly engine: EnginePort;
  readonly database: Queryable;
  readonly secrets: Secrets;
  readonly corporateActions: readonly CataloguedAction[] | undefined;
  readonly onTrouble: (what: string, error: unknown) => void;
}): Promise<LiveMarket> {
  const { config, clock, engine, database, onTrouble, corporateActions } = options;
  const endSeeds = new EndSeeds(options.secrets);
  const { randomEnd } = endSeeds;
  const store = new TapeStore(database);
  const hours = config.marketHours;
  const seed = await seedOf(config.marketSeed, store);
  const source: MarketSource =
    config.market === 'recorded'
      ? new RecordedSource({
          packsFolder: packsFolder(config.dataDirectory),
          startedAtMs: Number(
            await kept(store, { key: 'replay-started-at', made: () => String(clock.nowMs()) }),
          ),
          seed,
          hours,
          calendar: exchangeCalendar,
          randomEnd,
          ...(config.recordedFrom === null ? {} : { startDate: config.recordedFrom }),
        })
      : new SimulatedSource({
          seed,
          hours,
          calendar: exchangeCalendar,
          randomEnd,
          ...(corporateActions && { corporateActions }),
        });
  const warming =
    source instanceof SimulatedSource ? { warming: source.warmIndices(clock.nowMs(), WARM_DAYS) } : {};
  return openMarket({
    source,
    engine,
    clock,
    database,
    calendar: exchangeCalendar,
    hours,
    seed,
    endSeeds,
    onTrouble,
    ...warming,
  });
}

/** A seed that was given wins; any text is one. */
async function seedOf(given: string | null, store: TapeStore): Promise<number> {
  if (given === null) return Number(await kept(store, { key: 'seed', made: () => String(SEED_DEFAULT) }));
  if (/^\d{1,9}$/.test(given)) return Number(given);
  return createHash('sha256').update(given).digest().readUInt32BE() % SEED_MAX;
}

async function kept(
  store: TapeStore,
  fact: { readonly key: string; readonly made: () => string },
): Promise<string> {
  const known = (await store.state()).get(fact.key);
  if (known !== undefined) return known;
  const made = fact.made();
  await store.setState(fact.key, made);
  return made;
}
