import {
  auctionEndMs,
  type BeaconRound,
  commitmentOf,
  decidingSeed,
  type EndMix,
  type EndSeed,
  type EndWindow,
  endDayStartMs,
} from '@tarazu/core/proof';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** When an auction of a day ends. */
export type RandomEnd = (tradingDay: string, window: EndWindow) => number;

/** The end where no secret decides: at the latest, which is what was published beforehand. */
export const latestEnd: RandomEnd = (_tradingDay, { latestMs }) => latestMs;

export interface EndSeedsOptions {
  readonly secrets: Secrets;
  /**
   * The first day that this start may bind: days before it are of rule 1, unless the journal says another.
   */
  readonly fromDay: string;
  /** The public beacon that is announced with each commitment; none where none is set. */
  readonly beaconAt?: ((atMs: number) => BeaconRound) | undefined;
}

/**
 * Secrets by which the auctions of each day end, from the installation's key, so that every process knows the
 * same. What the journal has of a day is never said again in another way.
 */
export class EndSeeds {
  readonly #options: EndSeedsOptions;
  readonly #seeds = new Map<string, string>();
  readonly #published = new Map<string, EndSeed>();

  constructor(options: EndSeedsOptions) {
    this.#options = options;
  }

  /** Takes in what the journal has published of days, oldest first. */
  learn(published: readonly EndSeed[]): void {
    for (const one of published) this.#published.set(one.tradingDay, one);
  }

  isPublished(tradingDay: string): boolean {
    return this.#published.has(tradingDay);
  }

  /**
   * The published part of a day without its seed: of a day that is not published yet, its commitment by rule
   * 2.
   */
  publicOf(tradingDay: string): EndSeed {
    const published = this.#published.get(tradingDay);
    if (published !== undefined) {
      const { seed: _told, ...said } = published;
      return said;
    }
    const commitment = commitmentOf({ tradingDay, seed: this.seedOf(tradingDay) });
    const beacon = this.#options.beaconAt?.(endDayStartMs(tradingDay));
    return { tradingDay, commitment, rule: 2, ...(beacon && { beacon }) };
  }

  /** The published part of a day with its mix. */
  mixedOf(tradingDay: string, mix: EndMix): EndSeed {
    return { ...this.publicOf(tradingDay), mix };
  }

  /** The seed of a day that is over; undefined where it can't be published. */
  seedToPublish(tradingDay: string): string | undefined {
    const published = this.publicOf(tradingDay);
    const isDecided = published.rule === undefined || published.mix !== undefined;
    return isDecided && this.#isOwn(published) ? this.seedOf(tradingDay) : undefined;
  }

  /**
   * Whether the key of now gives what was published: after it was
   * replaced, the days that it had bound have no seed any more.
   */
  #isOwn({ tradingDay, commitment }: EndSeed): boolean {
    return commitmentOf({ tradingDay, seed: this.seedOf(tradingDay) }) === commitment;
  }

  /** Not to be shown to anybody before the day is over. */
  seedOf(tradingDay: string): string {
    const known = this.#seeds.get(tradingDay);
    if (known !== undefined) return known;
    const seed = this.#options.secrets.hmac('session-end', tradingDay).toString('hex');
    this.#seeds.set(tradingDay, seed);
    return seed;
  }

  /** While nothing is mixed with a day's seed, its auctions would end at the latest. */
  readonly randomEnd: RandomEnd = (tradingDay, window) => {
    const published = this.#published.get(tradingDay);
    if (published === undefined ? tradingDay >= this.#options.fromDay : !this.#isOwn(published))
      return window.latestMs;
    const seed = decidingSeed(published ?? { tradingDay }, this.seedOf(tradingDay));
    return seed === undefined ? window.latestMs : auctionEndMs({ tradingDay, seed }, window);
  };
}
