import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { listOutbox } from '#platform/messages/outbox.ts';
import { isSame, type Secrets } from '#platform/secrets/secrets.ts';
import { refuse, reply } from '#ports.ts';

/** The outbox of an installation that can't send: its messages, shown to anybody who opens them. */
export interface SandboxDomain {
  readonly bindings: readonly Binding[];
}

const PAGE_LENGTH = 20;
/** 132 bits. */
const KEY_LENGTH = 22;

export interface SandboxServices {
  readonly pool: Queryable;
  readonly secrets: Secrets;
}

/**
 * The key that opens the outbox from another machine: the same after a restart, so that a kept link still
 * works.
 */
export function outboxKeyOf(secrets: Secrets): string {
  return secrets.hmac('outbox', 'tarazu').toString('base64url').slice(0, KEY_LENGTH);
}

/**
 * Other people's codes stand there: they are for whoever
 * sits at this machine, or was given what the start printed.
 */
export function createSandboxDomain(parts: SandboxServices): SandboxDomain {
  const key = outboxKeyOf(parts.secrets);
  const isKey = (given: string): boolean => isSame(Buffer.from(given), Buffer.from(key));
  return {
    bindings: [
      bind(OPERATIONS.sandboxOutbox, async (input, _session, { isLocal }) => {
        const { limit } = input;
        if (!isLocal && !isKey(input.key ?? '')) return refuse('OUTBOX_KEY');
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
