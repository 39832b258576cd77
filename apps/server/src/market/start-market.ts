import { dayOf, dayText } from '#market/calendar/days.ts';
import { EndSeeds } from '#market/calendar/random-end.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import { type OpenedIdentity, openIdentity } from '#market/identity/market-identity.ts';
import { type LiveMarket, openMarket } from '#market/live/live-market.ts';
import { type DayWords, KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { packsFolder } from '#market/recorded/pack.ts';
import { checkPacks } from '#market/recorded/packs-check.ts';
import { RecordedSource } from '#market/recorded/recorded-source.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { MarketSource } from '#market/source.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import type { Beacon } from '#platform/beacon.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { EndMixPort, EnginePort } from '#ports.ts';

/** Daily candles of the indices that a chart asks for first. */
const WARM_DAYS = 500;

interface MarketStart {
  readonly config: Pick<Config, 'market' | 'marketSeed' | 'marketHours' | 'recordedFrom' | 'dataDirectory'>;
  readonly clock: Clock;
  readonly engine: EnginePort;
  readonly database: Queryable;
  readonly secrets: Secrets;
  /** Announced with the secrets of the days to come; undefined where none is set. */
  readonly beacon: Beacon | undefined;
  readonly endMix: EndMixPort;
  readonly corporateActions: readonly CataloguedAction[] | undefined;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/**
 * Opens the market of this database, which its first start chose.
 * @throws StartupError when this start asks for another one.
 */
export async function startMarket(options: MarketStart): Promise<LiveMarket> {
  const { config, clock, engine, database, secrets, onTrouble } = options;
  checkPacks(config);
  const { beacon, endMix } = options;
  const endSeeds = new EndSeeds({
    secrets,
    fromDay: dayText(dayOf(clock.nowMs(), 'IST')),
    ...(beacon && { beaconAt: (atMs: number) => beacon.roundAt(atMs) }),
  });
  const store = new TapeStore(database);
  const opened = await openIdentity({ config, store, secrets, nowMs: clock.nowMs() });
  const { identity, keys } = opened;
  const before = new PublicWords(identity.pastSeed);
  const words = new KeyedWords({ firstDay: keys.firstDay, keyOf: (day) => keys.keyOf(day), before });
  const source = sourceOf(options, { ...opened, words, endSeeds });
  const warming =
    source instanceof SimulatedSource ? { warming: source.warmIndices(clock.nowMs(), WARM_DAYS) } : {};
  return openMarket({
    source,
    engine,
    clock,
    database,
    calendar: exchangeCalendar,
    hours: identity.hours,
    words,
    keys,
    isTestMarket: identity.seed !== 'drawn',
    endSeeds,
    endMix,
    onTrouble,
    ...warming,
  });
}

function sourceOf(
  { config, corporateActions }: MarketStart,
  parts: OpenedIdentity & { readonly words: DayWords; readonly endSeeds: EndSeeds },
): MarketSource {
  const { identity, words, smallSeed } = parts;
  const { randomEnd } = parts.endSeeds;
  const common = { hours: identity.hours, calendar: exchangeCalendar, randomEnd };
  if (identity.kind === 'simulated')
    return new SimulatedSource({
      ...common,
      seed: identity.pastSeed,
      words,
      ...(corporateActions && { corporateActions }),
    });
  return new RecordedSource({
    ...common,
    packsFolder: packsFolder(config.dataDirectory),
    startedAtMs: identity.startedAtMs,
    seed: smallSeed,
    ...(identity.recordedFrom !== '' && { startDate: identity.recordedFrom }),
  });
}
