import {
  checkFillProof,
  type FillProof,
  type LogHead,
  type ProofCheck,
  proofVerdict,
  sentContentHash,
  sha256,
} from '@tarazu/core/proof';
import { call } from '#client/api.ts';
import { isRefusal } from '#client/errors.ts';
import { currentEnvironment } from '#client/session.ts';
import { checkJournal, signaturesOf } from './journal-check.ts';
import { knownHeadSlice, receiptsSlice, type StoredReceipt } from './receipts.ts';

/**
 * The result of this device's check of a fill, and the part of it that anybody needs to do the same
 * elsewhere.
 */
export interface CheckedFill {
  readonly proof: FillProof;
  readonly checks: readonly ProofCheck[];
  readonly receipt: StoredReceipt | undefined;
  readonly content: string | undefined;
  /** The key that is pinned here. */
  readonly publicKey: string | undefined;
}

/** An answer with the head that it was asked to continue: another may be kept by the time it comes. */
interface ProofFrom {
  readonly proof: FillProof;
  readonly from: LogHead | undefined;
}

/**
 * Goes the whole way of a fill: from what this device kept
 * of the order to a signed head that continues the kept one.
 */
export async function checkFillWhole(id: string): Promise<CheckedFill> {
  if (knownHeadSlice.get() === undefined) await checkJournal();
  const first = await proofOf(id);
  const { proof, from } = first;
  if (proof.log === undefined || proof.log.head.publicKey === from?.publicKey) return held(first);
  // Alarm of the journal's check first, where the key before did not name the one of the first head.
  await checkJournal();
  return held(await proofOf(id));
}

async function held({ proof, from: head }: ProofFrom): Promise<CheckedFill> {
  const environment = currentEnvironment();
  const receipt = receiptsSlice
    .get()
    .find((one) => one.environment === environment && one.sequence === proof.order.sequence);
  const content = receipt?.sent && sentContentHash(sha256, receipt.sent);
  const bound = proof.log?.end?.bound?.head;
  const signatureOf = await signaturesOf([
    ...(proof.log ? [proof.log.head] : []),
    ...(bound === undefined ? [] : [bound]),
  ]);
  const checks = checkFillProof(sha256, proof, { receipt, content, head, signatureOf });
  if (proof.log !== undefined && proofVerdict(checks.filter(({ name }) => name === 'head')) === 'proved')
    keepNewer(proof.log.head);
  return { proof, checks, receipt, content, publicKey: head?.publicKey };
}

/** Another check may have kept a newer one meanwhile. */
function keepNewer(head: LogHead): void {
  const kept = knownHeadSlice.get();
  if (kept === undefined || kept.sequence < head.sequence) knownHeadSlice.set(head);
}

/**
 * A server that does not know the kept head any more can show nothing that continues it: the check says so.
 */
async function proofOf(id: string): Promise<ProofFrom> {
  const from = knownHeadSlice.get();
  try {
    const asked = { id, ...(from !== undefined && { from: String(from.number) }) };
    return { proof: await call('fillProof', asked), from };
  } catch (error) {
    if (from === undefined || !isRefusal(error, 'NOT_FOUND')) throw error;
    return { proof: await call('fillProof', { id }), from };
  }
}
