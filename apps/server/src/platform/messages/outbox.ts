import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Message, Messenger } from './messenger.ts';

/** A message as the sandbox shows it. */
export interface OutboxMessage extends Message {
  readonly id: bigint;
  readonly sentAtMs: number;
}

/** Older messages than this many are dropped, so that a sandbox left running does not fill the disk. */
const KEPT_MAX = 5_000;
export const OUTBOX_LIST_MAX = 100;

interface OutboxRow {
  readonly id: bigint;
  readonly channel: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly sent_at: Date;
}

const insert = statement<{ id: bigint }>(
  'sandbox-outbox-insert',
  `insert into sandbox_outbox (channel, recipient, subject, body, sent_at)
   values ($1, $2, $3, $4, now()) returning id`,
);
const trim = statement('sandbox-outbox-trim', 'delete from sandbox_outbox where id <= $1');
const list = statement<OutboxRow>(
  'sandbox-outbox-list',
  `select id, channel, recipient, subject, body, sent_at from sandbox_outbox
    where $1::text is null or recipient = $1 order by id desc limit $2`,
);

/** The outbox of an installation without a mail server or an SMS gateway: a table, shown at `/sandbox`. */
export function createOutboxMessenger(database: Queryable): Messenger {
  return {
    send: async (message) => {
      const [row] = await insert(database, [message.channel, message.to, message.subject, message.body]);
      if (row !== undefined) await trim(database, [row.id - BigInt(KEPT_MAX)]);
    },
  };
}

/** The newest messages first, to one recipient or to all. */
export async function listOutbox(
  database: Queryable,
  filter: { readonly to?: string } = {},
): Promise<OutboxMessage[]> {
  const rows = await list(database, [filter.to ?? null, OUTBOX_LIST_MAX]);
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel === 'sms' ? 'sms' : 'email',
    to: row.recipient,
    subject: row.subject,
    body: row.body,
    sentAtMs: row.sent_at.getTime(),
  }));
}
