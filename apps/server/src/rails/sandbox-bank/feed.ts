import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@tarazu/core/values';
import type { Faults } from '#rails/sandbox-bank/faults.ts';

/** An event as it is told, without its number. */
export type BankNotice =
  | { readonly type: 'transfer'; readonly transfer: object }
  | { readonly type: 'payment'; readonly payment: object };

export interface FeedPage {
  readonly events: readonly object[];
  readonly next: string;
  readonly isLast: boolean;
}

export interface WaitingWebhook {
  readonly changeId: bigint;
  readonly body: string;
}

const PAGE = 200;
/** Far beyond any clock: told when a restart says so. */
const NEVER_MS = 2 ** 52;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = DAY_MS / 24;
/** Tries of a webhook after which the feed alone tells it. */
const TRIES_MAX = 14;

/** Changes that a bank tells: in a feed by their place, and as webhooks. */
export class Feed {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  add(notice: BankNotice, faults: Faults, nowMs: number): void {
    const visibleAtMs = faults.tellsAfterRestart ? NEVER_MS : nowMs + faults.lateMs;
    for (let time = faults.tellsTwice ? 2 : 1; time > 0; time -= 1)
      this.#file
        .prepare(
          'insert into change (body, visible_at_ms, webhooks_left, next_try_at_ms) values (?, ?, 1, ?)',
        )
        .run(JSON.stringify(notice, unitsAsText), visibleAtMs, visibleAtMs);
  }

  /** Changes that waited for a restart are told now. */
  restarted(nowMs: number): void {
    this.#file
      .prepare('update change set visible_at_ms = ?, next_try_at_ms = ? where visible_at_ms = ?')
      .run(nowMs, nowMs, NEVER_MS);
  }

  /**
   * Gives what has become visible its place in the feed, so that nothing appears before a reader's cursor.
   */
  publish(nowMs: number): void {
    this.#file
      .prepare(`
        update change set place = ranked.place from (
          select change_id, (select coalesce(max(place), 0) from change)
              + row_number() over (order by visible_at_ms, change_id) as place
            from change where place is null and visible_at_ms <= ?
        ) as ranked where change.change_id = ranked.change_id`)
      .run(nowMs);
  }

  page(after: bigint): FeedPage {
    const rows = this.#file
      .prepare('select place, body from change where place > ? order by place limit ?')
      .all(after, PAGE);
    return {
      events: rows.map((row) => ({ eventId: String(row['place']), ...JSON.parse(String(row['body'])) })),
      next: String(rows.at(-1)?.['place'] ?? after),
      isLast: rows.length < PAGE,
    };
  }

  nextWebhook(nowMs: number): WaitingWebhook | undefined {
    const row = this.#file
      .prepare(`
        select change_id, place, body from change
         where webhooks_left > 0 and place is not null and next_try_at_ms <= ?
         order by next_try_at_ms, change_id limit 1`)
      .get(nowMs);
    if (!row) return undefined;
    const body = JSON.stringify({ eventId: String(row['place']), ...JSON.parse(String(row['body'])) });
    return { changeId: BigInt(String(row['change_id'])), body };
  }

  sent(changeId: bigint): void {
    this.#file.prepare('update change set webhooks_left = 0 where change_id = ?').run(changeId);
  }

  notSent(changeId: bigint, nowMs: number): void {
    const row = this.#file.prepare('select tries from change where change_id = ?').get(changeId);
    const tries = Number(row?.['tries'] ?? 0) + 1;
    const waitMs = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** tries);
    this.#file
      .prepare('update change set tries = ?, next_try_at_ms = ?, webhooks_left = ? where change_id = ?')
      .run(tries, nowMs + waitMs, tries < TRIES_MAX ? 1 : 0, changeId);
  }

  /** When there is something to do next; undefined for never. */
  nextAtMs(): number | undefined {
    const row = this.#file
      .prepare(`
        select min(at_ms) as at_ms from (
          select min(next_try_at_ms) as at_ms from change where webhooks_left > 0 and next_try_at_ms < ${NEVER_MS}
          union all
          select min(visible_at_ms) from change where place is null and visible_at_ms < ${NEVER_MS})`)
      .get();
    const atMs = row?.['at_ms'];
    return typeof atMs === 'bigint' ? Number(atMs) : undefined;
  }
}

function unitsAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
