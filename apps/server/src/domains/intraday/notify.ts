import { formatDecimal } from '@tarazu/core/values';
import type pg from 'pg';
import type { IntradayStore, OpenPosition } from '#domains/intraday/store.ts';
import type { Valued } from '#domains/intraday/valued.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { IntradayTimes } from '#ports.ts';
import type { IntradayRow } from '#rules/families/intraday.ts';

/** Message to the owner of a position, sent once. */
export interface IntradayNotice {
  readonly position: OpenPosition;
  readonly row: IntradayRow;
  readonly times: IntradayTimes;
  readonly valued: Valued;
  /** Its name among those of the position: `squareOff`, or `loss40` by the percent. */
  readonly kind: string;
  readonly notice: string;
}

export interface NotifyParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
  readonly store: IntradayStore;
  readonly sent: SentNotices;
}

/**
 * Messages that were sent, or found sent: the watch looks each second, and asks the database once. Those of
 * one look are kept until the next, so that it holds no more than what is open.
 */
export class SentNotices {
  #before = new Set<string>();
  #now = new Set<string>();

  /** Begins a look: what the one before did not come across is forgotten. */
  beginLook(): void {
    this.#before = this.#now;
    this.#now = new Set();
  }

  has(notice: IntradayNotice): boolean {
    const key = keyOf(notice);
    if (this.#before.has(key)) this.#now.add(key);
    return this.#now.has(key);
  }

  add(notice: IntradayNotice): void {
    this.#now.add(keyOf(notice));
  }
}

function keyOf({ position, kind }: IntradayNotice): string {
  return `${position.accountId} ${position.instrumentId} ${position.openedAtMs} ${kind}`;
}

/** Sends each by itself, so that one that fails holds back no other. Returns why those failed that did. */
export async function notifyAll(parts: NotifyParts, notices: readonly IntradayNotice[]): Promise<unknown[]> {
  const { sent } = parts;
  const unsent = notices.filter((notice) => !sent.has(notice));
  const failures = await inGroups(unsent, (notice) =>
    notify(parts, notice).then(
      () => {
        sent.add(notice);
        return [];
      },
      (failure: unknown) => [failure],
    ),
  );
  return failures.flat();
}

async function notify({ pool, clock, sendNotice, store }: NotifyParts, told: IntradayNotice): Promise<void> {
  const { position, row, times, valued, kind, notice } = told;
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    const loginId = await store.warn(on, position, { kind, nowMs });
    if (loginId === undefined) return;
    const detail = {
      symbol: valued.listing.symbol,
      lossPercent: String(valued.lossPercent),
      squareOffPercent: String(row.squareOffPercent),
      margin: formatDecimal(position.margin, valued.listing.quoteScale),
      profit: formatDecimal(valued.profit, valued.listing.quoteScale),
      squareOffAtMs: String(times.squareOffAtMs),
      environment: position.environment,
    };
    const link = `/pages/stock/stockKline?instrumentId=${encodeURIComponent(position.instrumentId)}`;
    await sendNotice({ loginId, kind: notice, detail, link, nowMs }, on);
  });
}
