import { type AccountId, accountId, formatDecimal, MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { scaleOf } from '#domains/alerts/condition.ts';
import { alertBindings } from '#domains/alerts/routes.ts';
import { type Alert, cleanAlerts } from '#domains/alerts/store.ts';
import { Watch, type WatchParts } from '#domains/alerts/watch.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { Binding } from '#gateway/binding.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { MarketPort } from '#ports.ts';
import { productIn } from '#products/list.ts';

export { alertNotices } from '#domains/alerts/notices.ts';

export interface AlertDomain {
  readonly bindings: readonly Binding[];
  /** Deletes those that came true long ago. */
  readonly job: Job;
  /** Reads what waits and begins to look at prices; gives the way to stop. */
  start(): Promise<() => void>;
  /** Listens for accounts that were told that something happened; gives the way to stop. */
  onTriggered(listener: (account: AccountId) => void): () => void;
}

export interface AlertOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly market: MarketPort;
  readonly sendNotice: SendNotice;
  readonly onError: (error: unknown) => void;
}

const CLEAN_MS = 10 * MINUTE_MS;

/** Price alerts: one's own, told once when a price passes, as a notice and on the stream. */
export function createAlertDomain(options: AlertOptions): AlertDomain {
  const { pool, clock, market, sendNotice, onError } = options;
  const nowMs = () => clock.nowMs();
  const listeners = new Set<(account: AccountId) => void>();
  const together: WatchParts['together'] = (work) => inTransaction(pool, work);
  const watch = new Watch({
    database: pool,
    market,
    nowMs,
    together,
    notify: (on, alert, price) => sendNotice({ ...noticeOf(alert, price, market), nowMs: nowMs() }, on),
    onTriggered: (alert) => {
      for (const listener of listeners) listener(accountId(Number(alert.accountId)));
    },
    onError,
  });
  return {
    bindings: alertBindings({ database: pool, market, nowMs, watch, together }),
    job: {
      name: 'alerts: old',
      everyMs: CLEAN_MS,
      problem: 'Price alerts that came true long ago were not deleted.',
      run: () => cleanAlerts(pool, nowMs()),
    },
    start: () => watch.start(),
    onTriggered: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const INDEX_PAGE = '/pages/stock/index';

function noticeOf(alert: Alert, price: string, market: MarketPort) {
  const listing = market.listing(alert.instrumentId);
  if (listing === undefined) throw new Error('Invariant: an alert fires on a price of a listed instrument');
  const level = formatDecimal(alert.level, scaleOf(alert.condition, listing));
  const page = productIn(listing)?.chartPage ?? INDEX_PAGE;
  return {
    loginId: alert.loginId,
    kind: 'alertFired',
    detail: {
      symbol: listing.symbol,
      condition: alert.condition,
      level,
      price,
      asset: listing.quoteAsset,
    },
    link: `${page}?instrumentId=${encodeURIComponent(alert.instrumentId)}`,
  };
}
