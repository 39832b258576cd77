import { encodeCommand } from '#codec/journal-codec.ts';
import type { Hasher } from '#hash/bytes.ts';
import {
  auctionEndMs,
  boundByMs,
  commitmentOf,
  decidingSeed,
  type EndSeed,
  type EndWindow,
} from '#model/session-end.ts';
import type { JournalEntry } from '#proof/fill-opening.ts';
import { isHeadConsistent, isHeadWhole, isRootConsistent, isRowIncluded, type LogHead } from '#proof/head.ts';
import type { RowProof } from '#proof/log-proof.ts';
import { rowLeafHash } from '#proof/row-text.ts';
import { AGREES, differs, open, type Verdict } from '#proof/verdict.ts';
import { leastOf } from '#values/lists.ts';

/** A day's secret as it is published, with the rows in which its hash and its mix stand. */
export interface PublishedSeed extends EndSeed {
  readonly sequence: number;
  readonly atMs: number;
  readonly mixSequence?: number | undefined;
  readonly mixAtMs?: number | undefined;
  readonly windows: readonly EndWindow[];
}

/**
 * A row of the journal that tells something of a day's secret:
 * all of it is public, so that anybody makes its leaf again.
 */
function publicEntry(
  endSeed: EndSeed,
  { sequence, atMs }: { readonly sequence: number; readonly atMs: number },
): Omit<JournalEntry, 'leafHash'> {
  const command = encodeCommand({ type: 'rules.set', endSeed });
  return { sequence, atMs, text: { command, marketMakerDepth: '[]', outcome: '{"ok":true,"type":"done"}' } };
}

/** The row in which a day's hash stands. */
export function commitmentEntry(day: Omit<PublishedSeed, 'windows'>): Omit<JournalEntry, 'leafHash'> {
  const { tradingDay, commitment, rule, beacon } = day;
  return publicEntry({ tradingDay, commitment, ...(rule && { rule }), ...(beacon && { beacon }) }, day);
}

/** The row in which its mix stands; undefined while it has none. */
export function mixEntry(day: Omit<PublishedSeed, 'windows'>): Omit<JournalEntry, 'leafHash'> | undefined {
  const { tradingDay, commitment, rule, beacon, mix, mixSequence, mixAtMs } = day;
  if (mix === undefined || mixSequence === undefined || mixAtMs === undefined) return undefined;
  const endSeed = { tradingDay, commitment, ...(rule && { rule }), ...(beacon && { beacon }), mix };
  return publicEntry(endSeed, { sequence: mixSequence, atMs: mixAtMs });
}

/**
 * Verdict on the rule of a day: nobody's choice only where its
 * hash was bound long enough before what it was mixed with.
 */
export function ruleVerdict({
  tradingDay,
  rule,
  beacon,
  mix,
  atMs,
}: Pick<PublishedSeed, 'tradingDay' | 'rule' | 'beacon' | 'mix' | 'atMs'>): Verdict {
  if (rule === undefined) return open('oldRule');
  if (atMs > boundByMs(tradingDay)) return open('boundLate');
  if (beacon !== undefined && mix !== undefined && mix.randomness === undefined) return open('beaconMissed');
  return AGREES;
}

/**
 * Whether the secret of a day is the one whose hash was published
 * before its first auction could end; open until it is disclosed.
 */
export function seedVerdict(day: PublishedSeed): Verdict {
  const { tradingDay, commitment, seed, atMs, windows } = day;
  const first = leastOf(windows.map(({ latestMs, windowMs }) => latestMs - windowMs));
  // A server that began within the day could not publish it before: that is no lie, and no protection.
  if (atMs > first) return day.rule === undefined ? differs('published too late') : open('boundLate');
  if (seed === undefined) return open('later');
  const made = commitmentOf({ tradingDay, seed });
  if (made !== commitment) return differs(`${made} ≠ ${commitment}`);
  return decidingSeed(day, seed) === undefined ? differs('nothing was mixed with it') : ruleVerdict(day);
}

/** The seconds in which a day's auctions ended; none while its secret is not disclosed. */
export function endsOfDay(day: PublishedSeed): readonly (EndWindow & { readonly endMs: number })[] {
  const { tradingDay, seed: disclosedSeed, windows } = day;
  const seed = disclosedSeed === undefined ? undefined : decidingSeed(day, disclosedSeed);
  if (seed === undefined) return [];
  return windows.map((window) => ({ ...window, endMs: auctionEndMs({ tradingDay, seed }, window) }));
}

/** How the log binds what was published of a day. */
export interface EndProof {
  readonly commitment: RowProof;
  /**
   * The first signed head over the commitment, the way to it there, and that the newest head continues it.
   */
  readonly bound?:
    | { readonly head: LogHead; readonly path: readonly string[]; readonly continues: readonly string[] }
    | undefined;
  /** The row of the mix, and that the newest head continues the log whose root was mixed in. */
  readonly mix?: { readonly row: RowProof; readonly continues: readonly string[] } | undefined;
}

/** Whether a signature of a head is its key's; `unsupported` where this machine can't say. */
export type Signature = 'valid' | 'invalid' | 'unsupported';

/**
 * Whether the hash of the day stood under a signed head in
 * time, and its mix is the log's own root when the day began.
 */
export function endProofVerdict(
  hash: Hasher,
  question: {
    readonly day: Omit<PublishedSeed, 'windows'>;
    readonly proof: EndProof;
    /** The newest head, which was found to be right. */
    readonly head: LogHead;
    readonly signatureOf: (head: LogHead) => Signature;
  },
): Verdict {
  const { day, proof, head, signatureOf } = question;
  const isIn = (row: RowProof, entry: Omit<JournalEntry, 'leafHash'> | undefined): boolean =>
    entry !== undefined &&
    row.leafHash === rowLeafHash(hash, entry) &&
    isRowIncluded(hash, { ...row, sequence: entry.sequence, leaf: row.leafHash, head });
  if (!isIn(proof.commitment, commitmentEntry(day))) return differs('the log has not this hash in its place');
  const { mix } = day;
  if (mix !== undefined) {
    // A server that began within the day had no log yet when it was bound.
    if (mix.sequence < proof.commitment.sequence) return open('boundLate');
    if (proof.mix === undefined) return open('later');
    if (!isIn(proof.mix.row, mixEntry(day))) return differs('the log has not this mix in its place');
    const log = { sequence: mix.sequence, root: mix.root };
    if (
      mix.sequence >= proof.mix.row.sequence ||
      !isRootConsistent(hash, { log, head, path: proof.mix.continues })
    )
      return differs('what was mixed in is not the root of the log');
  }
  return boundVerdict(hash, { day, proof, head, signature: proof.bound && signatureOf(proof.bound.head) });
}

function boundVerdict(
  hash: Hasher,
  question: {
    readonly day: Omit<PublishedSeed, 'windows'>;
    readonly proof: EndProof;
    readonly head: LogHead;
    readonly signature: Signature | undefined;
  },
): Verdict {
  const { day, proof, head, signature } = question;
  const { bound, commitment } = proof;
  if (bound === undefined) return open('later');
  const { sequence, leafHash: leaf, salt } = commitment;
  const isBound =
    isHeadWhole(hash, bound.head) &&
    signature !== 'invalid' &&
    isRowIncluded(hash, { head: bound.head, sequence, leaf, salt, path: bound.path }) &&
    (bound.head.hash === head.hash ||
      isHeadConsistent(hash, { earlier: bound.head, later: head, path: bound.continues }));
  if (!isBound) return differs('the head that bound the hash does not hold');
  if (signature === 'unsupported') return open('unsupported');
  if (bound.head.publicKey !== head.publicKey) return open('notBound', `signed by ${bound.head.publicKey}`);
  return bound.head.atMs > boundByMs(day.tradingDay) ? open('boundLate') : ruleVerdict(day);
}
