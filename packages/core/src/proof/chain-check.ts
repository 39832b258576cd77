import { encodeCommand } from '#codec/journal-codec.ts';
import type { Hasher } from '#hash/bytes.ts';
import { usualOffer } from '#products/offers.ts';
import { type EndProof, endProofVerdict, type Signature } from '#proof/end-check.ts';
import { legsProblem, makerFillOf } from '#proof/entry-check.ts';
import { checkFill, FILL_CHECKS, type FillCheck } from '#proof/fill-check.ts';
import type { AuctionEndOpening, FillOpening, JournalEntry } from '#proof/fill-opening.ts';
import { isHeadConsistent, isHeadWhole, type LogHead, orderMark } from '#proof/head.ts';
import { isRowProved, type RowProof } from '#proof/log-proof.ts';
import {
  type Disclosed,
  orderInRow,
  productInRow,
  readEntry,
  recordOf,
  rowLeafHash,
  sumOf,
  unitsOf,
} from '#proof/row-text.ts';
import { AGREES, attempt, differs, firstProblem, open, type Verdict } from '#proof/verdict.ts';

/*
 * The whole way of a fill: from what its owner holds (the content of the order, the receipt, the kept head
 * with its key) to the row of the journal, from there to a signed head that continues the kept one, and the
 * fill derived from what those rows bind.
 */

/** All that a server tells of one fill, for its owner to go the whole way. */
export interface FillProof {
  readonly opening: FillOpening;
  readonly orderId: string;
  /** The row that placed the asker's order: that of the fill where it filled at once. */
  readonly order: JournalEntry;
  /** The row that set the charges of the order. */
  readonly rules: JournalEntry;
  /** Absent before the first head. */
  readonly log?: LogProof | undefined;
}

export interface LogProof {
  readonly head: LogHead;
  /** Rows that the head covers, each with its way. */
  readonly rows: readonly RowProof[];
  /** Proof that the head continues the one that was asked from. */
  readonly continues?: { readonly from: LogHead; readonly path: readonly string[] } | undefined;
  /** Of an auction whose end was random. */
  readonly end?: EndProof | undefined;
}

/** Proof in the asker's own hands; what is absent was not kept. */
export interface Held {
  /** `sentContentHash` of what was sent. */
  readonly content?: string | undefined;
  readonly receipt?: { readonly sequence: number; readonly leafHash: string } | undefined;
  readonly head?: LogHead | undefined;
  /** The pinned key; else that of the kept head. */
  readonly publicKey?: string | undefined;
  readonly signatureOf: (head: LogHead) => Signature;
}

/** Checks of the whole way, in this order. */
export const PROOF_CHECKS = ['order', 'receipt', ...FILL_CHECKS, 'rules', 'log', 'bound', 'head'] as const;
export type ProofCheckName = (typeof PROOF_CHECKS)[number];

export interface ProofCheck extends Verdict {
  readonly name: ProofCheckName;
}

/**
 * Goes the whole way; nothing that the server computed is believed, and what can't be read at all differs.
 */
export function checkFillProof(hash: Hasher, proof: FillProof, held: Held): ProofCheck[] {
  const fill = checkFill(proof.opening, hash).map((check) => ({
    name: check.name,
    ...attempt(() => withBinding(proof, check)),
  }));
  const { end } = proof.opening.auction ?? {};
  return [
    { name: 'order', ...attempt(() => orderVerdict(hash, proof, held)) },
    { name: 'receipt', ...attempt(() => receiptVerdict(proof, held)) },
    ...fill,
    { name: 'rules', ...attempt(() => rulesVerdict(hash, proof)) },
    { name: 'log', ...attempt(() => logVerdict(hash, proof)) },
    ...(end === undefined
      ? []
      : [{ name: 'bound' as const, ...attempt(() => endBoundVerdict(hash, { proof, held, end })) }]),
    { name: 'head', ...attempt(() => headVerdict(hash, proof.log, held)) },
  ];
}

/** `proved` only where every step agrees; `wrong` where one differs; `open` where one can't be shown. */
export function proofVerdict(checks: readonly ProofCheck[]): 'proved' | 'open' | 'wrong' {
  if (checks.some(({ state }) => state === 'differs')) return 'wrong';
  return checks.length > 0 && checks.every(({ state }) => state === 'agrees') ? 'proved' : 'open';
}

/**
 * The row of the order is made again from its text, is the
 * asker's fill's, and holds the content that was sent.
 */
function orderVerdict(hash: Hasher, { opening, order, orderId }: FillProof, held: Held): Verdict {
  if (Number(BigInt(orderId) & SEQUENCES_MASK) !== order.sequence)
    return differs(`order ${orderId} is not placed by row ${order.sequence}`);
  const { own, taker, instrument } = opening;
  if (opening.how === 'book' && own.role === 'taker' && taker.orderId !== orderId)
    return differs(`the fill is of order ${taker.orderId ?? 'none'}`);
  if (order.sequence === opening.sequence && order.leafHash !== opening.entry.leafHash)
    return differs('the row of the order is disclosed in two ways');
  const made = rowLeafHash(hash, order);
  if (made === undefined) return { state: 'sealed' };
  if (made !== order.leafHash) return differs(`${made} ≠ ${order.leafHash}`);
  const row = readEntry(order);
  if (row?.command === undefined) return { state: 'sealed' };
  const found = orderInRow(row, orderId);
  if (found === undefined) return differs(`row ${order.sequence} places no order ${orderId}`);
  if (found.order['side'] !== own.side || found.order['instrumentId'] !== instrument.id)
    return differs(`order ${orderId} is another`);
  const problem = legsProblem(row) ?? makerOrderProblem(opening, orderId);
  if (problem !== undefined) return differs(problem);
  const { command } = row;
  const content = 'contentHash' in command ? command.contentHash : undefined;
  if (held.content === undefined) return open('notHeld');
  return content === held.content ? AGREES : differs(`content ${content ?? 'none'} ≠ ${held.content}`);
}

/** The order that stood in the book, as the row of the fill names it to its owner. */
function makerOrderProblem(opening: FillOpening, orderId: string): string | undefined {
  const row = readEntry(opening.entry);
  const id = row && makerFillOf(opening, row)?.maker['orderId'];
  return id === undefined || String(id) === orderId ? undefined : `the fill is of order ${String(id)}`;
}

const SEQUENCES_MASK = 0xff_ffff_ffffn;

/** The receipt that came with the answer names this row with this hash. */
function receiptVerdict({ order }: FillProof, { receipt }: Held): Verdict {
  if (receipt === undefined) return open('notHeld');
  if (receipt.sequence !== order.sequence) return differs(`receipt ${receipt.sequence} ≠ ${order.sequence}`);
  return receipt.leafHash === order.leafHash ? AGREES : differs(`${receipt.leafHash} ≠ ${order.leafHash}`);
}

/**
 * A check that tells of the own order must be bound by the row
 * that placed it, where the row of the fill tells no orders.
 */
function withBinding(proof: FillProof, check: FillCheck): ProofCheck {
  const { opening, order, orderId } = proof;
  if (check.state !== 'agrees' || (check.name !== 'charges' && check.name !== 'limit')) return check;
  const [row, ofOrder] = [readEntry(opening.entry), readEntry(order)];
  const isMet = row && makerFillOf(opening, row) !== undefined;
  if (row === undefined || ofOrder?.command === undefined || (row.command === undefined && !isMet))
    return { name: check.name, state: 'sealed' };
  if (opening.how === 'book' && orderInRow(row, opening.taker.orderId)) return check;
  const placed = orderInRow(ofOrder, orderId)?.order;
  return placed === undefined
    ? { name: check.name, ...open('notBound') }
    : { name: check.name, ...(check.name === 'limit' ? limitBinding : chargesBinding)(opening, placed) };
}

function limitBinding({ own }: FillOpening, placed: Disclosed): Verdict {
  const [disclosedLimit, limit] = [BigInt(own.priceLimit), unitsOf(placed['priceLimit'])];
  // The fill's limit is no looser than the order's.
  if (own.side === 'buy' ? disclosedLimit <= limit : disclosedLimit >= limit) return AGREES;
  // A change of the order, or its trigger, gave it another limit: that row is not among these.
  return open('notBound', `${disclosedLimit} ≠ ${limit}`);
}

function chargesBinding({ own }: FillOpening, placed: Disclosed): Verdict {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['rules', own.ruleVersion, placed['ruleVersion']],
    ['tier', own.spotFeeTier, placed['spotFeeTier']],
    ['product', own.product, productInRow(placed)],
  ];
  const wrong = fixed.find(([, disclosed, written]) => disclosed !== written);
  if (wrong) return differs(`${wrong[0]} ${String(wrong[1])} ≠ ${String(wrong[2])}`);
  const isAsPlaced =
    unitsOf(placed['turnoverTaken']) === BigInt(own.before.turnoverTaken) &&
    unitsOf(placed['turnoverMade']) === BigInt(own.before.turnoverMade) &&
    sumOf(Object.values(recordOf(placed['charges']))) === sumOf(Object.values(own.before.charges));
  return isAsPlaced ? AGREES : open('notBound', 'the order had other fills between');
}

/** The charges are those of a row of the journal that was there before the order. */
function rulesVerdict(hash: Hasher, { rules, order, opening }: FillProof): Verdict {
  const command = readEntry(rules)?.command;
  if (command === undefined) return differs('the row of the charges is public, and is not given');
  const made = rowLeafHash(hash, rules);
  if (made !== rules.leafHash) return differs(`${made} ≠ ${rules.leafHash}`);
  if (command.type !== 'rules.set') return differs(`row ${rules.sequence} sets no charges`);
  const { charges: kind } = usualOffer(opening.instrument);
  const set = encodeCommand({ type: 'rules.set', [kind]: command[kind] });
  if (set !== opening.own.rules) return differs(`row ${rules.sequence} sets other charges`);
  return rules.sequence < order.sequence ? AGREES : open('notBound', 'they were set again after the order');
}

/**
 * Verdict on the proof's rows in the log, without orders
 * that were passed over, as a place tells whose one is.
 */
function logVerdict(hash: Hasher, { opening, order, rules, log }: FillProof): Verdict {
  if (log === undefined) return open('later');
  const { head, rows } = log;
  let isLater = false;
  for (const entry of [opening.entry, order, rules]) {
    const row = rows.find(({ sequence }) => sequence === entry.sequence);
    if (row === undefined && entry.sequence > head.sequence) {
      isLater = true;
      continue;
    }
    if (row === undefined) return differs(`no way to row ${entry.sequence} is disclosed`);
    if (row.leafHash !== entry.leafHash) return differs(`the log has another row ${entry.sequence}`);
    if (!isRowProved(hash, head, row))
      return differs(`the path of row ${entry.sequence} does not lead to the head`);
  }
  if (isLater) return open('later');
  return firstProblem([lineProblem(hash, opening)]);
}

/** The asker's own line of an auction has the mark of their own order. */
function lineProblem(hash: Hasher, { sequence, auction, own }: FillOpening): string | undefined {
  const { ownLine, marks } = auction ?? {};
  if (ownLine === undefined) return undefined;
  const mark = orderMark(hash, { fillSequence: sequence, secret: own.markSecret });
  return marks?.[ownLine] === mark ? undefined : 'the own line of the auction is another order’s';
}

function endBoundVerdict(
  hash: Hasher,
  question: { readonly proof: FillProof; readonly held: Held; readonly end: AuctionEndOpening },
): Verdict {
  const { proof, held, end } = question;
  const { publishedSequence: sequence, publishedAtMs: atMs } = end;
  if (sequence === undefined || atMs === undefined)
    return differs('no row of the hash of the day is disclosed');
  if (proof.log === undefined || sequence > proof.log.head.sequence) return open('later');
  if (proof.log.end === undefined) return differs('no way to the hash of the day is disclosed');
  const { head, end: endProof } = proof.log;
  return endProofVerdict(hash, {
    day: { ...end, sequence, atMs },
    proof: endProof,
    head,
    signatureOf: held.signatureOf,
  });
}

/** The head is whole, signed by the pinned key, and continues the one that is kept. */
function headVerdict(hash: Hasher, log: LogProof | undefined, held: Held): Verdict {
  if (log === undefined) return open('later');
  const { head } = log;
  const signature = held.signatureOf(head);
  if (!isHeadWhole(hash, head)) return differs('the head was changed');
  if (signature === 'invalid') return differs('the head is not signed by its key');
  const pinned = held.publicKey ?? held.head?.publicKey;
  if (pinned !== undefined && pinned !== head.publicKey)
    return differs(`signed by ${head.publicKey}, not ${pinned}`);
  const problem = held.head && continuesProblem(hash, log, held.head);
  if (problem !== undefined) return differs(problem);
  if (signature === 'unsupported') return open('unsupported');
  const name = `head ${head.number}, signed by ${head.publicKey}`;
  return held.head === undefined ? open('notHeld', name) : { state: 'agrees', detail: name };
}

function continuesProblem(hash: Hasher, { head, continues }: LogProof, kept: LogHead): string | undefined {
  if (head.hash === kept.hash) return undefined;
  if (head.sequence < kept.sequence) return `the log is shorter than head ${kept.number}, which is kept`;
  if (continues === undefined || continues.from.hash !== kept.hash)
    return `nothing shows that it continues head ${kept.number}, which is kept`;
  return isHeadConsistent(hash, { earlier: kept, later: head, path: continues.path })
    ? undefined
    : `it does not continue head ${kept.number}, which is kept`;
}
