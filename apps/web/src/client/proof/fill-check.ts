import {
  checkFillProof,
  type FillProof,
  type ProofCheck,
  proofVerdict,
  sentContentHash,
  sha256,
} from '@tarazu/core/proof';
import { call } from '#client/api.ts';
import { isRefusal } from '#client/errors.ts';
import { currentEnvironment } from '#client/session.ts';
import { checkJournal, signaturesOf } from './journal-check.ts';
import { type KeptReceipt, knownHeadSlice, receiptsSlice } from './receipts.ts';

/** What this device made of a fill, and what of it anybody needs to do the same elsewhere. */
export interface CheckedFill {
  readonly told: FillProof;
  readonly checks: readonly ProofCheck[];
  readonly receipt: KeptReceipt | undefined;
  readonly content: string | undefined;
  /** The key that is pinned here. */
  readonly publicKey: string | undefined;
}

/**
 * Goes the whole way of a fill: from what this device kept
 * of the order to a signed head that continues the kept one.
 */
export async function checkFillWhole(id: string): Promise<CheckedFill> {
  if (knownHeadSlice.get() === undefined) await checkJournal();
  const told = await proofOf(id);
  const kept = knownHeadSlice.get();
  if (told.log !== undefined && kept !== undefined && told.log.head.publicKey !== kept.publicKey) {
    // The key before may have named this one: that is looked at first, and raises the alarm where it did not.
    await checkJournal();
    return held(await proofOf(id));
  }
  return held(told);
}

async function held(told: FillProof): Promise<CheckedFill> {
  const environment = currentEnvironment();
  const receipt = receiptsSlice
    .get()
    .find((one) => one.environment === environment && one.sequence === told.order.sequence);
  const content = receipt?.sent && sentContentHash(sha256, receipt.sent);
  const head = knownHeadSlice.get();
  const bound = told.log?.end?.bound?.head;
  const signatureOf = await signaturesOf([
    ...(told.log ? [told.log.head] : []),
    ...(bound === undefined ? [] : [bound]),
  ]);
  const checks = checkFillProof(sha256, told, { receipt, content, head, signatureOf });
  if (told.log !== undefined && proofVerdict(checks.filter(({ name }) => name === 'head')) === 'proved')
    knownHeadSlice.set(told.log.head);
  return { told, checks, receipt, content, publicKey: head?.publicKey };
}

/**
 * A server that does not know the kept head any more can show nothing that continues it: the check says so.
 */
async function proofOf(id: string): Promise<FillProof> {
  const from = knownHeadSlice.get()?.number;
  try {
    return await call('fillProof', { id, ...(from !== undefined && { from: String(from) }) });
  } catch (error) {
    if (from === undefined || !isRefusal(error, 'NOT_FOUND')) throw error;
    return await call('fillProof', { id });
  }
}
