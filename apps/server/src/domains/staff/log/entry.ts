import { createHash } from 'node:crypto';

/** The texts of the staff log that are hashed: anyone who has them makes the same hashes. */

/** An entry as its hash binds it. */
export interface EntryText {
  readonly sequence: number;
  readonly atMs: number;
  /** Public number of the person of staff. */
  readonly staff: string;
  readonly act: string;
  readonly userId: string | undefined;
  readonly queue: string | undefined;
  readonly itemId: string | undefined;
  readonly detail: Readonly<Record<string, string>>;
  readonly salt: Uint8Array;
  readonly previousHash: Uint8Array;
}

export const NO_HASH = Buffer.alloc(32);

const hashOf = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Details are hashed apart and with a salt, so that an entry can be shown without them. */
export function entryHash(entry: EntryText): Buffer {
  const { sequence, atMs, staff, act, userId = null, queue = null, itemId = null } = entry;
  const detail = JSON.stringify(
    Object.entries(entry.detail).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const sealed = createHash('sha256').update(entry.salt).update(detail, 'utf8').digest('hex');
  const facts = [sequence, atMs, staff, act, userId, queue, itemId, sealed, hex(entry.previousHash)];
  return hashOf(`tarazu staff log 1\n${JSON.stringify(facts)}`);
}

export interface HeadText {
  readonly number: number;
  readonly sequence: number;
  readonly logHash: Uint8Array;
  readonly atMs: number;
  readonly previousHash: Uint8Array;
  readonly publicKey: Uint8Array;
}

export function headHash(head: HeadText): Buffer {
  const { number, sequence, logHash, atMs, previousHash, publicKey } = head;
  const facts = [number, sequence, hex(logHash), atMs, hex(previousHash), hex(publicKey)];
  return hashOf(`tarazu staff head 1\n${JSON.stringify(facts)}`);
}

export interface DayText {
  readonly day: string;
  readonly entries: number;
  /** Acts by name, each with how often. */
  readonly acts: Readonly<Record<string, number>>;
  readonly lastSequence: number;
  readonly lastHash: Uint8Array;
  readonly atMs: number;
  readonly previousHash: Uint8Array;
  readonly publicKey: Uint8Array;
}

export const actsInOrder = (acts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(acts).sort(([one], [other]) => (one < other ? -1 : 1));

export function dayHash(day: DayText): Buffer {
  const { entries, acts, lastSequence, lastHash, atMs, previousHash, publicKey } = day;
  const facts = [day.day, entries, actsInOrder(acts), lastSequence, hex(lastHash), atMs];
  const rest = [hex(previousHash), hex(publicKey)];
  return hashOf(`tarazu staff day 1\n${JSON.stringify([...facts, ...rest])}`);
}
