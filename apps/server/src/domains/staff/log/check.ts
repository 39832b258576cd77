import { dayHash, entryHash, headHash, NO_HASH } from '#domains/staff/log/entry.ts';
import { SignedBy } from '#domains/staff/log/keys.ts';
import { listDaysAfter, listHeadsAfter, type SignedDay, type SignedHead } from '#domains/staff/log/signed.ts';
import { entriesAfter, type LogEntry } from '#domains/staff/log/store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { isSignedBy } from '#platform/secrets/signing-key.ts';

/** The outcome of reading the whole staff log again. */
export interface LogCheck {
  readonly entries: number;
  /** The key that signed the newest head, in hexadecimal. */
  readonly signedBy: string | undefined;
  /** The first difference in a sentence; undefined when everything agrees. */
  readonly problem: string | undefined;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Reads every entry, head and digest again: each must have its own hash, bind the one before it, and be what
 * was signed.
 * @param pinned the key of this installation, held apart from the database; undefined where it is not here,
 * and the one who reads the answer has to compare the key in it.
 */
export async function checkLog(on: Queryable, pinned: Uint8Array | undefined): Promise<LogCheck> {
  const walk = new LogWalk(on, pinned);
  const problem = (await walk.entries()) ?? (await walk.heads()) ?? (await walk.days());
  return { entries: walk.count, signedBy: walk.signedBy, problem };
}

interface CountedDay {
  entries: number;
  readonly acts: Map<string, number>;
  last: number;
  hash: Buffer;
}

class LogWalk {
  count = 0;
  signedBy: string | undefined;
  readonly #on: Queryable;
  readonly #pinned: Uint8Array | undefined;
  /** Hashes of the entries that heads name. */
  readonly #named = new Map<number, Buffer>();
  readonly #days = new Map<string, CountedDay>();

  constructor(on: Queryable, pinned: Uint8Array | undefined) {
    this.#on = on;
    this.#pinned = pinned;
  }

  async entries(): Promise<string | undefined> {
    const wanted = new Set<number>();
    for await (const head of pages((after: SignedHead | undefined) =>
      listHeadsAfter(this.#on, after?.number ?? 0, ROWS_AT_ONCE),
    ))
      wanted.add(head.sequence);
    let previous: Buffer = NO_HASH;
    for await (const entry of pages((after: LogEntry | undefined) =>
      entriesAfter(this.#on, after?.sequence ?? 0, ROWS_AT_ONCE),
    )) {
      if (entry.sequence !== this.count + 1) return `Entry ${this.count + 1} of the staff log is missing.`;
      if (!entry.previousHash.equals(previous))
        return `Entry ${entry.sequence} of the staff log does not bind the one before it.`;
      if (!entryHash(entry).equals(entry.hash))
        return `Entry ${entry.sequence} of the staff log was changed.`;
      previous = entry.hash;
      this.count = entry.sequence;
      if (wanted.has(entry.sequence)) this.#named.set(entry.sequence, entry.hash);
      this.#addToDay(entry);
    }
    return undefined;
  }

  #addToDay({ day, act, sequence, hash }: LogEntry): void {
    const known = this.#days.get(day) ?? { entries: 0, acts: new Map(), last: 0, hash };
    known.entries += 1;
    known.acts.set(act, (known.acts.get(act) ?? 0) + 1);
    known.last = sequence;
    known.hash = hash;
    this.#days.set(day, known);
  }

  async heads(): Promise<string | undefined> {
    let previous: Buffer = NO_HASH;
    const signed = await SignedBy.begin(this.#on);
    for await (const head of pages((after: SignedHead | undefined) =>
      listHeadsAfter(this.#on, after?.number ?? 0, ROWS_AT_ONCE),
    )) {
      const name = `Head ${head.number} of the staff log`;
      if (!head.previousHash.equals(previous) || !headHash(head).equals(head.hash))
        return `${name} was changed.`;
      if (!isSignedBy(head.publicKey, head.hash, head.signature)) return `${name} is not signed.`;
      if (this.#named.get(head.sequence)?.equals(head.logHash) !== true)
        return `${name} was signed over another log than this one.`;
      const replaced = signed.next(name, head.publicKey);
      if (replaced !== undefined) return replaced;
      previous = head.hash;
      this.signedBy = head.publicKey.toString('hex');
    }
    return this.#pinned && signed.end('The newest head of the staff log', this.#pinned, { mayBeLost: false });
  }

  async days(): Promise<string | undefined> {
    let previous: Buffer = NO_HASH;
    const signed = await SignedBy.begin(this.#on);
    for await (const day of pages((after: SignedDay | undefined) =>
      listDaysAfter(this.#on, after?.day, ROWS_AT_ONCE),
    )) {
      const name = `The digest of ${day.day}`;
      if (!day.previousHash.equals(previous) || !dayHash(day).equals(day.hash)) return `${name} was changed.`;
      if (!isSignedBy(day.publicKey, day.hash, day.signature)) return `${name} is not signed.`;
      if (!this.#isDay(day)) return `${name} is not that of this log.`;
      const replaced = signed.next(name, day.publicKey);
      if (replaced !== undefined) return replaced;
      previous = day.hash;
    }
    // A digest says what is in the entries, which the heads bind.
    return this.#pinned && signed.end('The newest digest', this.#pinned, { mayBeLost: true });
  }

  #isDay({ day, entries, acts, lastSequence, lastHash }: SignedDay): boolean {
    const counted = this.#days.get(day);
    return (
      counted !== undefined &&
      counted.entries === entries &&
      counted.last === lastSequence &&
      counted.acts.size === Object.keys(acts).length &&
      [...counted.acts].every(([act, times]) => acts[act] === times) &&
      counted.hash.equals(lastHash)
    );
  }
}

/** Reads a list page by page until one comes that is empty. */
async function* pages<Row>(read: (after: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    after = rows.at(-1);
    if (after === undefined) return;
  }
}
