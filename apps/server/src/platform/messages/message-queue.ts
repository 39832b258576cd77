import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { DeliveryError, type Message, type Messenger } from './messenger.ts';

export type DeliveryOutcome = 'sent' | 'failed' | 'refused' | 'expired';

export interface MessageQueueOptions {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly ways: Readonly<Record<Message['channel'], Messenger>>;
  readonly onOutcome: (channel: Message['channel'], outcome: DeliveryOutcome) => void;
  readonly onFailed: (error: unknown) => void;
}

interface QueuedRow {
  readonly message_id: bigint;
  readonly channel: Message['channel'];
  readonly sealed: Buffer;
  readonly try_count: number;
}

const WORK_MS = 1_000;
const AT_ONCE = 20;
/** A try under way is left alone so long. */
const TRY_MS = 30_000;
const DELAY_MS_MIN = 1_000;
const DELAY_MS_MAX = 30_000;
/** The last knowledge of a way is good for so long. */
const KNOWN_MS = 5_000;
const PROBE_MS_MAX = 3_000;

const insertRow = statement<{ message_id: bigint }>(
  'message-queue-insert',
  `insert into message_queue (channel, sealed, next_try_at, expires_at) values ($1, $2, $3, $4) returning message_id`,
);
const takeDue = statement<QueuedRow>(
  'message-queue-due',
  `update message_queue set next_try_at = $2, try_count = try_count + 1 where message_id in
     (select message_id from message_queue where next_try_at <= $1 order by next_try_at limit ${AT_ONCE} for update skip locked)
   returning message_id, channel, sealed, try_count`,
);
const putOff = statement(
  'message-queue-put-off',
  'update message_queue set next_try_at = $2 where message_id = $1',
);
const removeRow = statement('message-queue-remove', 'delete from message_queue where message_id = $1');
const removeLate = statement<{ channel: Message['channel'] }>(
  'message-queue-late',
  'delete from message_queue where expires_at <= $1 returning channel',
);
const countRows = statement<{ count: number }>(
  'message-queue-count',
  'select count(*)::int4 as count from message_queue where try_count > 0',
);

const sealedText = z.object({
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  unsubscribeUrl: z.optional(z.string()),
});

interface Known {
  readonly isThere: boolean;
  readonly atMs: number;
}

/**
 * Messages on their way. Each is written down before it is tried, and tried again, later and later, until the
 * next hop has taken it, refuses it for good, or its time is over.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #known = new Map<Message['channel'], Known>();
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: MessageQueueOptions) {
    this.#options = options;
  }

  /** Resolves when it is written down; the first try goes on beside the caller. */
  async send(
    { channel, ...text }: Message,
    { expiresAtMs }: { readonly expiresAtMs: number },
  ): Promise<void> {
    const { database, clock, secrets } = this.#options;
    const sealed = secrets.seal('message', JSON.stringify(text));
    const leftAloneUntil = new Date(clock.nowMs() + TRY_MS);
    const [row] = await insertRow(database, [channel, sealed, leftAloneUntil, new Date(expiresAtMs)]);
    if (row === undefined) throw new Error('Invariant: a row that was inserted has its number');
    const first = this.#attempt({ message_id: row.message_id, channel, sealed, try_count: 0 });
    const leaving = first.catch(this.#options.onFailed);
    this.#leaving.add(leaving);
    void leaving.finally(() => this.#leaving.delete(leaving));
  }

  /** Whether the next hop of a channel answers: asked of it, unless that was known a moment ago. */
  async isReachable(channel: Message['channel']): Promise<boolean> {
    const known = this.#known.get(channel);
    if (known !== undefined && performance.now() - known.atMs < KNOWN_MS) return known.isThere;
    const { probe } = this.#options.ways[channel];
    if (probe === undefined) return true;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), PROBE_MS_MAX);
    const asked = probe().then(
      () => true,
      () => false,
    );
    const isThere = await Promise.race([asked, late.promise]);
    clearTimeout(timer);
    this.#learn(channel, isThere);
    return isThere;
  }

  /** Messages that were tried and wait for another try. */
  async waiting(): Promise<number> {
    const [row] = await countRows(this.#options.database, []);
    return row?.count ?? 0;
  }

  /** When every first try under way is over. */
  async settled(): Promise<void> {
    await Promise.all(this.#leaving);
  }

  /** Tries again what is due. */
  async work(): Promise<void> {
    const { database, clock, onOutcome, onFailed } = this.#options;
    const now = new Date(clock.nowMs());
    for (const { channel } of await removeLate(database, [now])) onOutcome(channel, 'expired');
    const due = await takeDue(database, [now, new Date(clock.nowMs() + TRY_MS)]);
    await Promise.all(due.map((row) => this.#attempt(row).catch(onFailed)));
  }

  readonly job: Job = {
    name: 'messages: tries',
    everyMs: WORK_MS,
    problem: 'Messages that wait could not be tried again.',
    run: () => this.work(),
  };

  async #attempt({ message_id: id, channel, sealed, try_count: tries }: QueuedRow): Promise<void> {
    const { database, clock, secrets, ways, onOutcome } = this.#options;
    const text = sealedText.parse(JSON.parse(secrets.unseal('message', sealed)));
    try {
      await ways[channel].send({ channel, ...text });
      this.#learn(channel, true);
      onOutcome(channel, 'sent');
      await removeRow(database, [id]);
    } catch (error) {
      const isFinal = error instanceof DeliveryError && error.isFinal;
      if (!isFinal) this.#learn(channel, false);
      onOutcome(channel, isFinal ? 'refused' : 'failed');
      const delayMs = Math.min(DELAY_MS_MAX, DELAY_MS_MIN * 2 ** Math.min(tries, 10));
      if (isFinal) await removeRow(database, [id]);
      else await putOff(database, [id, new Date(clock.nowMs() + delayMs)]);
      throw error;
    }
  }

  #learn(channel: Message['channel'], isThere: boolean): void {
    this.#known.set(channel, { isThere, atMs: performance.now() });
  }
}
