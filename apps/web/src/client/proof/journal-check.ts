import {
  bytesOfHex,
  endProofVerdict,
  handoverClaims,
  isHeadConsistent,
  isHeadWhole,
  isRowIncluded,
  type KeyHandover,
  type LogHead,
  type PublishedSeed,
  type Signature,
  type SignatureClaim,
  seedVerdict,
  sha256,
  type Verdict,
} from '@tarazu/core/proof';
import { call } from '#client/api.ts';
import { isRefusal } from '#client/errors.ts';
import { currentEnvironment, isSignedIn } from '#client/session.ts';
import { type Alarm, alarmSlice, knownHeadSlice, receiptsSlice, type StoredReceipt } from './receipts.ts';

/*
 * Holds the server against what this app has kept: loaded after the first page,
 * at each start and where a person asks. Nothing that the server says about
 * itself is believed without the hash, the signature and the path that show it.
 */

export interface JournalCheck {
  /** The newest head that is right; none before the first command of all. */
  readonly head: LogHead | undefined;
  /** The head that was kept before, which the newest continues. */
  readonly continued: LogHead | undefined;
  readonly signature: Signature;
  readonly alarm: Alarm | '';
}

/** Receipts that one check asks for; the others wait for the next. */
const RECEIPTS_AT_ONCE = 20;

/**
 * Reads the newest head and proves that it continues the
 * one that was kept; then proves own receipts under it.
 */
export async function checkJournal(): Promise<JournalCheck> {
  const kept = knownHeadSlice.get();
  const found = kept === undefined ? await firstHead() : await continued(kept);
  if (found.alarm !== '') alarmSlice.set(found.alarm);
  else if (found.head !== undefined) {
    knownHeadSlice.set(found.head);
    alarmSlice.clear();
    if (isSignedIn()) await proveReceipts(found.head);
  }
  return found;
}

/** The log's proof about a day's secret: that its hash was bound in time, and what was mixed with it. */
export async function checkAuctionEnd(day: PublishedSeed): Promise<Verdict> {
  const seed = seedVerdict(day);
  if (seed.state === 'differs') return seed;
  const { head, proof } = await call('proofAuctionEnd', { tradingDay: day.tradingDay });
  const signatureOf = await signaturesOf(proof.bound === undefined ? [head] : [head, proof.bound.head]);
  const isKnown = await continuesKept(head, signatureOf(head));
  if (!isKnown) return { state: 'differs', detail: head.hash };
  const bound = endProofVerdict(sha256, { day, proof, head, signatureOf });
  return bound.state === 'agrees' ? seed : bound;
}

/** Whether a head is whole, of the pinned key, and continues the kept one. */
async function continuesKept(head: LogHead, signature: Signature): Promise<boolean> {
  const kept = knownHeadSlice.get();
  if (!isGenuine(head, signature)) return false;
  if (kept === undefined || kept.hash === head.hash) return true;
  if (kept.publicKey !== head.publicKey || head.sequence < kept.sequence) return false;
  const { to, path } = await call('proofConsistency', {
    from: String(kept.number),
    to: String(head.number),
  });
  return to.hash === head.hash && isHeadConsistent(sha256, { earlier: kept, later: head, path });
}

/** The signatures of heads, checked before anything asks for them: a browser answers later. */
export async function signaturesOf(heads: readonly LogHead[]): Promise<(head: LogHead) => Signature> {
  const keyOf = ({ hash, publicKey, signature }: LogHead): string => `${hash} ${publicKey} ${signature}`;
  const found = new Map<string, Signature>();
  for (const head of heads) found.set(keyOf(head), await signatureOf(head));
  return (head) => found.get(keyOf(head)) ?? 'invalid';
}

async function firstHead(): Promise<JournalCheck> {
  const { head } = await call('proofHead', {});
  const signature = head === undefined ? 'unsupported' : await signatureOf(head);
  const alarm = head !== undefined && !isGenuine(head, signature) ? 'forged' : '';
  return { head, continued: undefined, signature, alarm };
}

async function continued(kept: LogHead): Promise<JournalCheck> {
  const answer = await consistency(kept);
  if (answer === undefined)
    return { head: kept, continued: kept, signature: 'unsupported', alarm: 'shorter' };
  const { to, path, handovers } = answer;
  const signature = await signatureOf(to);
  const alarm = alarmOf(kept, { to, path, signature });
  const isReplaced = alarm === '' && !(await isSameSigner(kept.publicKey, to.publicKey, handovers));
  return { head: to, continued: kept, signature, alarm: isReplaced ? 'keyReplaced' : alarm };
}

/** Undefined where the server does not know the head that it once signed. */
async function consistency(kept: LogHead) {
  try {
    return await call('proofConsistency', { from: String(kept.number) });
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function alarmOf(
  kept: LogHead,
  answer: { readonly to: LogHead; readonly path: readonly string[]; readonly signature: Signature },
): Alarm | '' {
  const { to, path, signature } = answer;
  if (!isGenuine(to, signature)) return 'forged';
  if (to.sequence < kept.sequence) return 'shorter';
  if (!isHeadConsistent(sha256, { earlier: kept, later: to, path })) return 'rewritten';
  return '';
}

/** Whether the key is the same, or each was named by the one before it; what can't be checked is an alarm. */
async function isSameSigner(from: string, to: string, handovers: readonly KeyHandover[]): Promise<boolean> {
  const claims = handoverClaims(sha256, { from, to, handovers: from === to ? [] : handovers });
  if (claims === undefined) return false;
  const signatures = await Promise.all(claims.map(signatureOf));
  return signatures.every((signature) => signature === 'valid');
}

/** A head says what it hashes, and the hash is not signed by another. */
export function isGenuine(head: LogHead, signature: Signature): boolean {
  return signature !== 'invalid' && isHeadWhole(sha256, head);
}

export async function signatureOf(head: SignatureClaim): Promise<Signature> {
  const [key, hash, signature] = [head.publicKey, head.hash, head.signature].map((hex) =>
    Uint8Array.from(bytesOfHex(hex) ?? []),
  );
  if (key === undefined || hash === undefined || signature === undefined) return 'invalid';
  // Not there on plain addresses, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) return 'unsupported';
  const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(isUnsupported);
  if (imported === undefined) return 'unsupported';
  if (imported === 'invalid') return 'invalid';
  return (await subtle.verify('Ed25519', imported, signature, hash)) ? 'valid' : 'invalid';
}

/** A browser without Ed25519 says so; any other failure is of the key. */
function isUnsupported(error: unknown): 'invalid' | undefined {
  return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : 'invalid';
}

/** Proof of what a head covers by now; a row that is not the one of the receipt is reported, and stays so. */
async function proveReceipts(head: LogHead): Promise<void> {
  const environment = currentEnvironment();
  const waiting = receiptsSlice
    .get()
    .filter(
      (one) => one.environment === environment && one.state === 'waiting' && one.sequence <= head.sequence,
    )
    .slice(0, RECEIPTS_AT_ONCE);
  for (const receipt of waiting) {
    const proved = await proveReceipt(receipt, head);
    if (proved === 'later') continue;
    const state = proved ? 'proved' : 'failed';
    receiptsSlice.update((list) =>
      list.map((one) =>
        one.sequence === receipt.sequence ? { ...one, state, headNumber: head.number } : one,
      ),
    );
  }
}

/** `later`: the server went on to another head meanwhile, which is to be checked first. */
async function proveReceipt(receipt: StoredReceipt, head: LogHead): Promise<boolean | 'later'> {
  const { sequence, leafHash } = receipt;
  try {
    const found = await call('proofInclusion', { sequence: String(sequence) });
    if (found.leafHash !== leafHash) return false;
    if (found.proof === undefined) return false;
    if (found.proof.head.hash !== head.hash) return 'later';
    return isRowIncluded(sha256, {
      head,
      sequence,
      leaf: leafHash,
      salt: found.salt,
      path: found.proof.path,
    });
  } catch (error) {
    // A command that was answered and is not known any more is a denied one.
    if (isRefusal(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

/** Forgets what was kept and takes the server as it is now: the person has understood why it differs. */
export function acceptServerHistory(): void {
  knownHeadSlice.clear();
  alarmSlice.clear();
  receiptsSlice.clear();
}
