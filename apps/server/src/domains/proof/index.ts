import type { LogHead } from '@tarazu/core/proof';
import { auctionEndsBinding } from '#domains/proof/auctions/auction-ends.ts';
import { evidenceBindings } from '#domains/proof/fills/evidence-routes.ts';
import { headJob } from '#domains/proof/jobs.ts';
import { HeadMaker } from '#domains/proof/log/head-maker.ts';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { RecentLeaves } from '#domains/proof/log/recent-leaves.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { marketDaysBinding } from '#domains/proof/market-days.ts';
import { proofBindings } from '#domains/proof/routes.ts';
import type { Binding } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { SigningKey } from '#platform/secrets/signing-key.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { EnginePort, MarketPort } from '#ports.ts';

export { EndMixes, type EndMixOptions } from '#domains/proof/auctions/end-mix.ts';
export { FillProofs } from '#domains/proof/fills/fill-proof.ts';
export { auditHeads, type HeadsAudit } from '#domains/proof/heads-audit.ts';
export { readHandovers } from '#domains/proof/log/log-store.ts';
export { replaceSecretKey, rotateSigningKey } from '#domains/proof/log/rotate-key.ts';
export { sha256 } from '#domains/proof/log/sha256.ts';

/** Promised every 10 s; the half of it leaves room for a busy machine. */
const HEAD_EVERY_MS = 5_000;

export interface ProofOptions {
  readonly pool: Queryable;
  readonly secrets: Secrets;
  readonly signingKey: SigningKey;
  readonly clock: Clock;
  readonly market: MarketPort;
  readonly engine: Pick<EnginePort, 'onEvents'>;
  /** Whether this process holds the writer: one maker of heads is enough. */
  readonly isWriting: () => boolean;
  /** Time between two heads, by default 5 s; 0 never, for tests. */
  readonly everyMs?: number | undefined;
}

export interface ProofDomain {
  readonly bindings: readonly Binding[];
  /** The newest head that this process knows. */
  newest(): LogHead | undefined;
  onHead(listener: (head: LogHead) => void): () => void;
  /** Makes a head now, if there is something new: for the timer, and for tests that do not wait for it. */
  makeHead(): Promise<LogHead | undefined>;
  /** Makes heads; undefined where tests make them. */
  readonly job: Job | undefined;
  /** Hears what becomes durable; gives the way to stop, which waits for the head being made. */
  start(onTrouble: (error: unknown) => void): () => Promise<void>;
}

export function createProofDomain(options: ProofOptions): ProofDomain {
  const { pool, secrets, signingKey, clock, everyMs = HEAD_EVERY_MS } = options;
  const store = new LogStore(pool);
  const leafHashOf = leafHasher(secrets);
  const recent = new RecentLeaves();
  const maker = new HeadMaker({ store, recent, leafHashOf, signingKey, nowMs: () => clock.nowMs() });
  const listeners = new Set<(head: LogHead) => void>();
  let newest: LogHead | undefined;
  let making: Promise<unknown> = Promise.resolve();

  /** One after the other: the next one goes on from where the last one ended. */
  const makeHead = (): Promise<LogHead | undefined> => {
    const made = making.then(async () => {
      const head = await maker.next();
      if (head === undefined) return undefined;
      newest = head;
      for (const listener of listeners) listener(head);
      return head;
    });
    making = made.catch(() => undefined);
    return made;
  };

  return {
    bindings: [
      ...proofBindings({ database: pool, store, secrets, leafHashOf, everyMs }),
      auctionEndsBinding({ database: pool, market: options.market }),
      marketDaysBinding({ database: pool, market: options.market }),
      ...evidenceBindings({ database: pool, market: options.market, secrets }),
    ],
    newest: () => newest,
    onHead: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    makeHead,
    job: everyMs === 0 ? undefined : headJob({ everyMs, isWriting: options.isWriting, makeHead }),
    start: (onTrouble) => {
      const known = store.last().then((head) => {
        newest ??= head;
      });
      known.catch(onTrouble);
      const stopHearing = options.engine.onEvents((events) => {
        for (const { sequence, leafHash } of events)
          if (leafHash !== undefined) recent.add(sequence, leafHash);
      });
      return async () => {
        stopHearing();
        await making;
      };
    },
  };
}
