import { readText } from '@tarazu/core';
import { type BeaconRound, type EndMix, type EndSeed, endDayStartMs, hexOf } from '@tarazu/core/proof';
import { MINUTE_MS } from '@tarazu/core/values';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Beacon } from '#platform/network/beacon.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EndMixPort } from '#ports.ts';

/** A commit that was on its way at midnight is durable or lost by then. */
const SETTLED_AFTER_MS = MINUTE_MS;
/** A beacon that was asked so often without an answer could not be reached. */
const ASKED_MAX = 3;

const publishedSeeds = statement<{ body: string }>(
  'end-mix-told',
  `select body from rules where kind = 'endSeed' order by sequence`,
);
const lastRow = statement<{ last_at_ms: bigint }>('end-mix-last', 'select last_at_ms from lease');

export interface EndMixOptions {
  readonly database: Queryable;
  readonly secrets: Secrets;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly beacon: Beacon | undefined;
}

/**
 * Makes what joins the secret of a day: the root of the log when
 * the day begins, and the round of the beacon that was announced.
 */
export class EndMixes implements EndMixPort {
  readonly #options: EndMixOptions;
  readonly #store: LogStore;
  /** The one round that is asked for: what it gave, or how often it did not. */
  #round: { readonly round: number; asked: number; isAsking: boolean; randomness?: string } | undefined;

  constructor(options: EndMixOptions) {
    this.#options = options;
    this.#store = new LogStore(options.database);
  }

  async published(): Promise<readonly EndSeed[]> {
    return (await publishedSeeds(this.#options.database, [])).map(({ body }) => readText<EndSeed>(body));
  }

  /**
   * Never waits for the beacon: undefined while it has not answered, and it is asked anew at the next call.
   */
  async of(tradingDay: string, announced: BeaconRound | undefined): Promise<EndMix | undefined> {
    const { database, secrets, clock } = this.#options;
    const startMs = endDayStartMs(tradingDay);
    const [last] = await lastRow(database, []);
    const isSettled =
      Number(last?.last_at_ms ?? 0n) >= startMs || clock.nowMs() >= startMs + SETTLED_AFTER_MS;
    if (!isSettled || clock.nowMs() < startMs) return undefined;
    const answer = announced === undefined ? {} : this.#ask(announced);
    if (answer === 'waiting') return undefined;
    const sequence = await this.#store.countBefore(startMs);
    const root = hexOf(await this.#store.rootOf(sequence, leafHasher(secrets)));
    return { sequence, root, ...answer };
  }

  #ask(of: BeaconRound): 'waiting' | { readonly randomness?: string } {
    const { beacon } = this.#options;
    if (beacon === undefined) return {};
    if (this.#round?.round !== of.round) this.#round = { round: of.round, asked: 0, isAsking: false };
    const round = this.#round;
    if (round.randomness !== undefined) return { randomness: round.randomness };
    if (round.isAsking) return 'waiting';
    if (round.asked >= ASKED_MAX) return {};
    round.asked += 1;
    round.isAsking = true;
    beacon
      .randomness(of)
      .then((randomness) => {
        round.randomness = randomness;
      })
      .catch(() => undefined)
      .finally(() => {
        round.isAsking = false;
      });
    return 'waiting';
  }
}
