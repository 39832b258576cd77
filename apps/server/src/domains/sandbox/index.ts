import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { listOutbox } from '#platform/outbox.ts';
import { reply } from '#ports.ts';

/** What exists only on an installation that can't send: its messages, shown to whoever opens them. */
export interface SandboxDomain {
  readonly bindings: readonly Binding[];
}

const PAGE_LENGTH = 20;

export function createSandboxDomain(parts: { readonly pool: Queryable }): SandboxDomain {
  return {
    bindings: [
      bind(OPERATIONS.sandboxOutbox, async ({ limit }) => {
        const messages = await listOutbox(parts.pool);
        const list = messages
          .slice(0, limit === undefined ? PAGE_LENGTH : Number(limit))
          .map(({ id, channel, to, subject, body, sentAtMs }) => ({
            id: String(id),
            channel,
            to,
            subject,
            text: body,
            atMs: sentAtMs,
          }));
        return reply({ list });
      }),
    ],
  };
}
