import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Messages that are read and written at a time. */
const PAGE = 200;

interface SealedRow {
  readonly message_id: bigint;
  readonly sealed: Buffer;
}

const readPage = statement<SealedRow>(
  'message-reseal-read',
  `select message_id, sealed from message_queue where message_id > $1 order by message_id limit ${PAGE}`,
);
const writeSealed = statement(
  'message-reseal-write',
  'update message_queue set sealed = $2 where message_id = $1',
);
const remove = statement('message-reseal-remove', 'delete from message_queue where message_id = $1');

/**
 * Puts the messages on their way under another key of the installation, so that they still leave.
 * @returns how many the key before can not read, or all where it is lost: they are removed, because nobody
 * could send them any more.
 */
export async function resealMessages(
  on: Queryable,
  { old, next }: { readonly old: Secrets | undefined; readonly next: Secrets },
): Promise<number> {
  let lost = 0;
  let after = 0n;
  for (;;) {
    const rows = await readPage(on, [after]);
    for (const { message_id: id, sealed } of rows) {
      const text = old && unsealed(old, sealed);
      if (text === undefined) {
        lost += 1;
        await remove(on, [id]);
      } else await writeSealed(on, [id, next.seal('message', text)]);
      after = id;
    }
    if (rows.length < PAGE) return lost;
  }
}

function unsealed(secrets: Secrets, sealed: Buffer): string | undefined {
  try {
    return secrets.unseal('message', sealed);
  } catch {
    return undefined;
  }
}
