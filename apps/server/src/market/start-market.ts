import { Calendars, rulesOfCalendars } from '#market/calendar/calendars.ts';
import { EndSeeds } from '#market/calendar/random-end.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import { EXCHANGES, HOME_EXCHANGE } from '#market/exchanges.ts';
import { areKeysByDate, openIdentity, originOf, pastMarketsFrom } from '#market/identity/market-identity.ts';
import { type LiveMarket, openMarket } from '#market/live/live-market.ts';
import { dayKeysOf, dayWordsOf, makeSource, type SourceSetting } from '#market/market-source.ts';
import { packsFolder } from '#market/recorded/pack.ts';
import { checkPacks } from '#market/recorded/packs-check.ts';
import { openHistory } from '#market/tape/history.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import type { Config } from '#platform/config/config.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Beacon } from '#platform/network/beacon.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';
import type { EndMixPort, EnginePort } from '#ports.ts';
import type { Rulebook } from '#rules/rulebook.ts';

interface MarketStart {
  readonly config: Pick<Config, 'market' | 'marketSeed' | 'marketHours' | 'recordedFrom' | 'dataDirectory'>;
  readonly clock: Clock;
  readonly engine: EnginePort;
  readonly database: Queryable;
  readonly secrets: Secrets;
  /** Announced with the secrets of the days to come; undefined where none is set. */
  readonly beacon: Beacon | undefined;
  readonly endMix: EndMixPort;
  readonly scheduler: Scheduler;
  readonly rulebook: Rulebook;
  readonly corporateActions: readonly CataloguedAction[] | undefined;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/**
 * Opens the market of this database, which its first start chose.
 * @throws StartupError when this start asks for another one.
 */
export async function startMarket(options: MarketStart): Promise<LiveMarket> {
  const { config, clock, engine, database, secrets, scheduler, onTrouble, corporateActions } = options;
  checkPacks(config);
  const { beacon, endMix, rulebook } = options;
  const endSeeds = new EndSeeds({
    secrets,
    fromDay: dayText(dayOf(clock.nowMs(), 'IST')),
    ...(beacon && { beaconAt: (atMs: number) => beacon.roundAt(atMs) }),
  });
  const store = new TapeStore(database);
  const { identity, secret, smallSeed } = await openIdentity({
    config,
    store,
    secrets,
    nowMs: clock.nowMs(),
  });
  // Recorded prices are of home alone.
  const exchanges = identity.kind === 'recorded' ? [HOME_EXCHANGE] : EXCHANGES;
  const setting: SourceSetting = {
    ...identity,
    calendars: rulesOfCalendars(rulebook, exchanges),
    marketNumber: identity.number,
    areKeysByDate: areKeysByDate(identity),
    secret: secret.toString('hex'),
    smallSeed,
    packsFolder: packsFolder(config.dataDirectory),
    corporateActions,
  };
  const history = openHistory(setting, onTrouble);
  const words = dayWordsOf(setting);
  const calendars = new Calendars(setting.calendars);
  const market = await openMarket({
    source: makeSource(setting, { words, calendars, randomEnd: endSeeds.randomEnd }),
    history,
    engine,
    clock,
    database,
    rules: rulebook,
    calendars,
    hours: identity.hours,
    words,
    keys: dayKeysOf(setting),
    origin: originOf(identity),
    pastMarkets: pastMarketsFrom(await store.state()),
    isTestMarket: identity.seed !== 'drawn',
    endSeeds,
    endMix,
    scheduler,
    onTrouble,
  });
  history.giveWay();
  rulebook.onChange(() => {
    const rules = rulesOfCalendars(rulebook, exchanges);
    calendars.follow(rules);
    history.follow(rules);
  });
  return market;
}
