import type pg from 'pg';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { changeOf, changeText } from '#rails/hand-over/change-text.ts';
import type { RailChange } from '#rails/ports.ts';

/** Something that a rail has said and that no domain has taken yet. */
export interface InboxItem {
  readonly itemId: bigint;
  readonly rail: string;
  readonly cameAtMs: number;
  readonly change: RailChange;
  /** The rail had said something else under the same key: nothing may be made of it without a person. */
  readonly contradicts: boolean;
}

/** The inbox as a domain knows it. */
export interface RailInbox {
  /** The oldest that nobody has taken. */
  read(limit: number): Promise<readonly InboxItem[]>;
  /** Everything has been made of it that is to be made, durably: it is not given again. */
  taken(itemId: bigint): Promise<void>;
  /** Called when something new has come; gives the way to stop. */
  onNew(listener: () => void): () => void;
}

interface InboxOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Done with all changes in the same transaction, those known already among them. */
  readonly within?: (on: Queryable, changes: readonly RailChange[]) => Promise<void>;
}

interface ItemRow {
  readonly item_id: bigint;
  readonly rail: string;
  readonly came_at_ms: bigint;
  readonly change: Buffer;
  readonly contradicts: boolean;
}

const add = statement<{ item_id: bigint }>(
  'rail-inbox-add',
  `insert into rail_inbox (rail, change_key, change, fingerprint, contradicts, came_at_ms)
   values ($1, $2, $3, $4, $5, $6) on conflict (rail, change_key) do nothing returning item_id`,
);
const fingerprintOf = statement<{ fingerprint: Buffer }>(
  'rail-inbox-known',
  'select fingerprint from rail_inbox where rail = $1 and change_key = $2',
);
const readOpen = statement<ItemRow>(
  'rail-inbox-open',
  `select item_id, rail, came_at_ms, change, contradicts from rail_inbox
    where taken_at_ms is null order by item_id limit $1`,
);
const take = statement(
  'rail-inbox-taken',
  'update rail_inbox set taken_at_ms = $2 where item_id = $1 and taken_at_ms is null',
);
const readCursor = statement<{ cursor: string }>(
  'rail-cursor',
  'select cursor from rail_cursor where rail = $1',
);
const writeCursor = statement(
  'rail-cursor-write',
  `insert into rail_cursor values ($1, $2, $3)
   on conflict (rail) do update set cursor = excluded.cursor, at_ms = excluded.at_ms`,
);

/**
 * All that the outside world has said, on its way to the domains: durable before a rail is answered or its
 * feed goes on, each thing once whatever a rail sends, and given until a domain has taken it.
 */
export class Inbox implements RailInbox {
  readonly #options: InboxOptions;
  readonly #listeners = new Set<() => void>();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /**
   * Stores changes within a caller's transaction, who calls
   * `tell` after its commit; gives the number of new items.
   */
  async keepWithin(on: Queryable, rail: string, changes: readonly RailChange[]): Promise<number> {
    let added = 0;
    for (const change of changes) added += await this.#add(on, rail, change);
    await this.#options.within?.(on, changes);
    return added;
  }

  /** Tells those who listen that something new has come. */
  notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when the changes, and the place from which to go on, are durable. */
  async keep(rail: string, changes: readonly RailChange[], cursor?: string | undefined): Promise<void> {
    const { pool, clock } = this.#options;
    const news = await inTransaction(pool, async (on) => {
      const added = await this.keepWithin(on, rail, changes);
      if (cursor !== undefined) await writeCursor(on, [rail, cursor, clock.nowMs()]);
      return added;
    });
    if (news > 0) this.notifyListeners();
  }

  async cursorOf(rail: string): Promise<string | undefined> {
    return (await readCursor(this.#options.pool, [rail]))[0]?.cursor;
  }

  async read(limit: number): Promise<readonly InboxItem[]> {
    const rows = await readOpen(this.#options.pool, [limit]);
    return rows.map((row) => ({
      itemId: row.item_id,
      rail: row.rail,
      cameAtMs: Number(row.came_at_ms),
      change: changeOf(this.#options.secrets.unseal('rail', row.change)),
      contradicts: row.contradicts,
    }));
  }

  async taken(itemId: bigint): Promise<void> {
    await take(this.#options.pool, [itemId, this.#options.clock.nowMs()]);
  }

  onNew(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Number of items that a change makes: a rail that contradicts itself makes a second one, which is marked.
   */
  async #add(on: Queryable, rail: string, change: RailChange): Promise<number> {
    const { secrets, clock } = this.#options;
    const text = changeText(change);
    const fingerprint = secrets.hmac('rail', text);
    const sealed = secrets.seal('rail', text);
    const row = [rail, change.key, sealed, fingerprint, false, clock.nowMs()] as const;
    if ((await add(on, row)).length > 0) return 1;
    const [known] = await fingerprintOf(on, [rail, change.key]);
    if (known?.fingerprint.equals(fingerprint)) return 0;
    const otherKey = `${change.key}:${fingerprint.toString('hex').slice(0, OTHER_LENGTH)}`;
    return (await add(on, [rail, otherKey, sealed, fingerprint, true, clock.nowMs()])).length;
  }
}

const OTHER_LENGTH = 16;
