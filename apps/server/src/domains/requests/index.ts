import { OPERATIONS, type OutputOf } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { reply } from '#ports.ts';

export type CustomerRequest = OutputOf<(typeof OPERATIONS)['requestList']>['list'][number];

/**
 * The one seam by which a domain shows its customers what they asked for and somebody decides: newest first,
 * at most so many. What is decided in the console has its queue beside (`domains/staff/queue.ts`).
 */
export type RequestSource = (
  on: Queryable,
  asked: { readonly loginId: number; readonly limit: number },
) => Promise<readonly CustomerRequest[]>;

const REQUESTS_MAX = 50;

/** A person's own requests of every domain, with state and deciding rule. */
export function requestBindings({
  pool,
  sources,
}: {
  readonly pool: Queryable;
  readonly sources: readonly RequestSource[];
}): readonly Binding[] {
  return [
    bind(OPERATIONS.requestList, async (_input, { loginId }) => {
      const lists = await Promise.all(
        sources.map((source) => source(pool, { loginId, limit: REQUESTS_MAX })),
      );
      const list = lists.flat().sort((one, other) => other.askedAtMs - one.askedAtMs);
      return reply({ list: list.slice(0, REQUESTS_MAX) });
    }),
  ];
}
