import { auctionEndMs, commitmentOf, type EndWindow } from '@tarazu/core/proof';
import type { Secrets } from '#platform/secrets.ts';

/** When an auction of a day ends. */
export type RandomEnd = (tradingDay: string, window: EndWindow) => number;

/** Where no secret decides: at the latest, which is what was told beforehand. */
export const latestEnd: RandomEnd = (_tradingDay, { latestMs }) => latestMs;

/**
 * The secrets by which the auctions of each day end, drawn from the key of the installation, so that every process of it knows the same
 * and none is written down before its time. What is published of them, and how they decide, is in `proof/session-end` of the core.
 */
export class EndSeeds {
  readonly #secrets: Secrets;
  readonly #known = new Map<string, string>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Not to be shown to anybody before the day is over. */
  seedOf(tradingDay: string): string {
    const known = this.#known.get(tradingDay);
    if (known !== undefined) return known;
    const seed = this.#secrets.hmac('session-end', tradingDay).toString('hex');
    this.#known.set(tradingDay, seed);
    return seed;
  }

  commitmentOf(tradingDay: string): string {
    return commitmentOf({ tradingDay, seed: this.seedOf(tradingDay) });
  }

  readonly randomEnd: RandomEnd = (tradingDay, window) =>
    auctionEndMs({ tradingDay, seed: this.seedOf(tradingDay) }, window);
}
