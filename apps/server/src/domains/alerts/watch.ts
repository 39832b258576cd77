import type { Ticker } from '@tarazu/protocol';
import { isReached } from '#domains/alerts/condition.ts';
import { type Adjusted, adjustedLevel } from '#domains/alerts/corporate-adjustment.ts';
import { type Alert, adjustAlert, triggerAlert, waitingAlerts } from '#domains/alerts/store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { MarketPort } from '#ports.ts';

export interface WatchParts {
  readonly database: Queryable;
  readonly market: MarketPort;
  readonly nowMs: () => number;
  /** Runs the work in one transaction. */
  readonly together: <Result>(work: (on: Queryable) => Promise<Result>) => Promise<Result>;
  /** Writes the notice of an alert that triggered, within its transaction. */
  readonly notify: (on: Queryable, alert: Alert, price: string) => Promise<void>;
  /** After the commit. */
  readonly onTriggered: (alert: Alert) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The alerts that wait, by instrument, so that a price asks only those that it may concern. The table is the
 * truth: this is read from it.
 */
export class Watch {
  readonly #parts: WatchParts;
  readonly #waiting = new Map<string, Map<string, Alert>>();
  readonly #triggering = new Set<string>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Reads what waits and begins to look at prices; gives the way to stop. */
  async start(): Promise<() => void> {
    for (const alert of await waitingAlerts(this.#parts.database)) this.add(alert);
    return this.#parts.market.onTickers((changed) => {
      for (const ticker of changed) this.#look(ticker);
    });
  }

  add(alert: Alert): void {
    const those = this.#waiting.get(alert.instrumentId) ?? new Map<string, Alert>();
    those.set(alert.id, alert);
    this.#waiting.set(alert.instrumentId, those);
  }

  remove({ instrumentId, id }: Alert): void {
    this.#waiting.get(instrumentId)?.delete(id);
  }

  #look(ticker: Ticker): void {
    const listing = this.#parts.market.listing(ticker.instrumentId);
    if (listing === undefined) return;
    const { market, nowMs, onError } = this.#parts;
    const changes = market.worthChanges(ticker.instrumentId);
    const old: { alert: Alert; to: Adjusted }[] = [];
    for (const alert of this.#waiting.get(ticker.instrumentId)?.values() ?? []) {
      if (this.#triggering.has(alert.id)) continue;
      const to = adjustedLevel(alert, changes, nowMs());
      if (to === 'wait') continue;
      if (to !== undefined) old.push({ alert, to });
      else if (isReached(alert, ticker, listing)) void this.#trigger(alert, ticker.price).catch(onError);
    }
    if (old.length > 0) void this.#adjust(old).catch(onError);
  }

  /**
   * Adjusts alerts to another share, one after the other, so that none comes to where another still stands.
   */
  async #adjust(old: { alert: Alert; to: Adjusted }[]): Promise<void> {
    for (const { alert } of old) this.#triggering.add(alert.id);
    const falls = old.some(({ alert, to }) => to.level < alert.level);
    old.sort((one, other) => Number(one.alert.level - other.alert.level) * (falls ? 1 : -1));
    try {
      for (const { alert, to } of old) {
        const adjusted = await adjustAlert(this.#parts.database, alert, to);
        if (this.#waiting.get(alert.instrumentId)?.get(alert.id) === alert) this.remove(alert);
        if (adjusted !== undefined) this.add(adjusted);
      }
    } finally {
      for (const { alert } of old) this.#triggering.delete(alert.id);
    }
  }

  /**
   * An alert stays here where the database does not answer, and the next price past its level tries again.
   */
  async #trigger(alert: Alert, price: string): Promise<void> {
    const { together, notify, nowMs } = this.#parts;
    this.#triggering.add(alert.id);
    try {
      const triggered = await together(async (on) => {
        const one = await triggerAlert(on, alert, { atMs: nowMs(), price });
        if (one !== undefined) await notify(on, one, price);
        return one;
      });
      // Changed meanwhile: what it says now was put here by the one who changed it.
      if (this.#waiting.get(alert.instrumentId)?.get(alert.id) === alert) this.remove(alert);
      if (triggered !== undefined) this.#parts.onTriggered(triggered);
    } finally {
      this.#triggering.delete(alert.id);
    }
  }
}
