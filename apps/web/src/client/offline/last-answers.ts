import type { Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { DAY_MS } from '@tarazu/core/units';
import { buildName } from '#client/build-name.ts';
import type { CallName } from '#client/calls.ts';
import { isRecord } from '#client/parse.ts';
import { forgetSlices } from '#client/slice.ts';

/**
 * Newest answers of what is read most, stored on this device
 * and shown with their age where there is no network.
 */
const KEPT: ReadonlySet<unknown> = new Set<CallName>([
  'props',
  'ads',
  'news',
  'newsInfo',
  'indicesList',
  'stockHot',
  'stockList',
  'stockInfo',
  'coinInfos',
  'stockCompany',
  'stockCandles',
  'coinCandles',
  'stockHoldings',
  'stockHolding',
  'stockOrders',
  'coinOrders',
  'stockFills',
  'coinFills',
  'stockStatistics',
  'gttList',
  'alertList',
  'watchlists',
  'watchlistItems',
  'userAssets',
  'coinAssets',
  'userPortfolio',
  'userPortfolioHistory',
  'userInfo',
  'fundsMovements',
  'noticeList',
  'platformNotices',
]);

/** Those of them that are shown until the net answers too, so that a list stands there at once. */
const EARLY: ReadonlySet<unknown> = new Set<CallName>([
  'stockList',
  'coinInfos',
  'coinAssets',
  'platformNotices',
]);

/** Answers that an earlier build kept elsewhere: some are of one person, so they go. */
const FORMER_NAMES = [
  'lastAssets',
  'coinAccounts',
  'stockData',
  'coinList',
  'coinData',
  'tradeCoinData',
  'systemNotice',
];

const CACHE_NAME = 'tarazu-answers';
const ANSWERS_MAX = 80;
const LENGTH_MAX = 200_000;
const AGE_MS_MAX = 7 * DAY_MS;
/** Answers of one page come together and are written together. */
const WRITE_AFTER_MS = 1_000;

export interface LastAnswersOptions {
  readonly client: QueryClient;
  /** Id of the person who is signed in: nobody reads what another person saw. */
  readonly who: () => string;
  readonly isOffline: () => boolean;
  /** Whether a failure is the net's or a server's that is away, and not an answer. */
  readonly isAway: (error: unknown) => boolean;
  /** Undefined where the browser keeps nothing. */
  readonly storage: CacheStorage | undefined;
  /** Calls back when the page is left or put away, after which no timer of it may come. */
  readonly onLeave: (listener: () => void) => void;
}

/** Keeps answers, and gives them back to queries that the net leaves without one. Ends with the app. */
export function storeAnswers(options: LastAnswersOptions): { forget: () => Promise<void> } {
  const { client, isOffline, isAway, storage } = options;
  const waiting = new Set<Query>();
  forgetSlices(FORMER_NAMES);
  let opened: Promise<Cache | undefined> | undefined;
  const open = (): Promise<Cache | undefined> => {
    opened ??= storage?.open(CACHE_NAME).catch(() => undefined) ?? Promise.resolve(undefined);
    return opened;
  };
  const addressOf = (query: Query): string =>
    `/kept/${encodeURIComponent(`${options.who()} ${query.queryHash}`)}`;

  const write = async (): Promise<void> => {
    const queries = [...waiting];
    waiting.clear();
    const cache = await open();
    if (cache === undefined || queries.length === 0) return;
    // All at once: of a page that is being left, only what is begun before it is gone is written.
    const writes = queries.map(async (query) => {
      const { data, dataUpdatedAt: atMs } = query.state;
      const answer = JSON.stringify({ build: buildName(), atMs, data: firstPage(data) });
      if (data !== undefined && answer.length <= LENGTH_MAX)
        await cache.put(addressOf(query), new Response(answer));
    });
    await Promise.all(writes);
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, -ANSWERS_MAX).map((request) => cache.delete(request)));
  };
  const giveBack = async (query: Query): Promise<void> => {
    const found = await (await open())?.match(addressOf(query));
    const answer = answerIn(await found?.json());
    if (answer === undefined || query.state.data !== undefined) return;
    query.setData(answer.data, { updatedAt: answer.atMs, manual: true });
  };
  const quietly = (work: Promise<void>): void =>
    void work.catch((error: unknown) => console.warn('Condition: answers are not kept here.', error));

  options.onLeave(() => quietly(write()));
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (!KEPT.has(query.queryKey[0])) return;
    if (event.type === 'added' && (isOffline() || EARLY.has(query.queryKey[0]))) quietly(giveBack(query));
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'failed' || action.type === 'error') {
      if (query.state.data === undefined && isAway(action.error)) quietly(giveBack(query));
    } else if (action.type === 'success' && action.manual !== true) {
      if (waiting.size === 0) setTimeout(() => quietly(write()), WRITE_AFTER_MS);
      waiting.add(query);
    }
  });
  return {
    forget: async () => {
      waiting.clear();
      opened = undefined;
      await storage?.delete(CACHE_NAME).catch(() => false);
    },
  };
}

/** Of a list read page by page the first page: the others are asked for when there is a net. */
function firstPage(data: unknown): unknown {
  if (!isRecord(data) || !Array.isArray(data['pages']) || !Array.isArray(data['pageParams'])) return data;
  return { pages: data['pages'].slice(0, 1), pageParams: [null] };
}

function answerIn(kept: unknown): { readonly atMs: number; readonly data: unknown } | undefined {
  if (!isRecord(kept)) return undefined;
  const { build, atMs, data } = kept;
  if (build !== buildName() || typeof atMs !== 'number' || Date.now() - atMs > AGE_MS_MAX) return undefined;
  if (!isRecord(data) || !Array.isArray(data['pageParams'])) return { atMs, data };
  return { atMs, data: { ...data, pageParams: [undefined] } };
}

/** From when the oldest answer is of those that are shown; undefined where none is of this kind. */
export function shownSinceMs(cache: QueryCache): number | undefined {
  const instants = shown(cache).map(({ state }) => state.dataUpdatedAt);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** Whether something that is shown could not be read again. */
export function isShownUnanswered(cache: QueryCache): boolean {
  return shown(cache).some(({ state }) => state.status === 'error');
}

function shown(cache: QueryCache): Query[] {
  return cache
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => KEPT.has(queryKey[0]) && state.data !== undefined);
}
