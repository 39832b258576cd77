import { accountId, amount, assert, assetId, systemClientId } from '@tarazu/core/values';
import type pg from 'pg';
import { amountText } from '#domains/corrections/propose.ts';
import {
  type Correction,
  findCorrection,
  listApproved,
  markFailed,
  markPosted,
} from '#domains/corrections/store.ts';
import { termsHash } from '#domains/corrections/terms.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { contentHashIn, listCustomerAccounts } from '#domains/staff/index.ts';
import type { Engine } from '#engine/open-engine.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';

export interface PostParts {
  readonly pool: pg.Pool;
  readonly engine: Pick<Engine, 'submit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sendNotice: SendNotice;
  /** Said where the engine took no command now: the job tries again. */
  readonly onError: (error: unknown) => void;
}

const FUNDS_PAGES = {
  stock: '/pages/fundsDetail/stockFundsDetail',
  spot: '/pages/fundsDetail/cryptoFundsDetail',
  perpetual: '/pages/fundsDetail/cryptoFundsDetail',
} as const;

/** Posts a correction that was agreed; one that was posted before stays as it is. */
export async function postCorrection(parts: PostParts, id: string): Promise<void> {
  const one = await findCorrection(parts.pool, id);
  if (one?.state === 'approved') await post(parts, one).catch(parts.onError);
}

/**
 * Posts what was agreed and not posted: a server ended in between, or its engine was busy. One that fails
 * does not stop those after it.
 */
export async function postApproved(parts: PostParts): Promise<void> {
  let failures = 0;
  for (const one of await listApproved(parts.pool))
    await post(parts, one).catch((error: unknown) => {
      failures += 1;
      parts.onError(error);
    });
  if (failures > 0) throw new Error(`Condition: ${failures} corrections that were agreed were not posted.`);
}

/** The command is named after the correction, so that the engine does it once, however often it is sent. */
async function post({ pool, engine, clock, sendNotice }: PostParts, one: Correction): Promise<void> {
  const { direction, house, wallet, ruleVersion } = one;
  const contentHash = await agreedHash(pool, one);
  const { outcome, sequence } = await engine.submit({
    ...{ type: 'correction.post', direction, house, wallet, ruleVersion },
    accountId: accountId(one.accountId),
    clientId: systemClientId(`correction-${one.id}`),
    contentHash,
    assetId: assetId(one.assetId),
    amount: amount(one.units),
  });
  if (!outcome.ok) {
    await markFailed(pool, one.id, outcome.refusal.code);
    return;
  }
  await inTransaction(pool, async (on) => {
    if (!(await markPosted(on, one.id, sequence))) return assertPosted(on, one.id);
    const detail = { amount: amountText(one), words: one.words };
    const kind = direction === 'toAccount' ? 'correctionReceived' : 'correctionTaken';
    const notice = { loginId: one.loginId, kind, detail, link: FUNDS_PAGES[wallet], nowMs: clock.nowMs() };
    await sendNotice(notice, on);
  });
}

/** Hash of a row that is as two people agreed to it by the staff log, on an account of its customer. */
async function agreedHash(on: Queryable, one: Correction): Promise<string> {
  const { id: itemId, loginId, environment } = one;
  const hash = termsHash(one).toString('hex');
  const accounts = await listCustomerAccounts(on, loginId);
  let isAgreed = accounts.some((own) => own.environment === environment && own.accountId === one.accountId);
  for (const act of ['corrections.proposed', 'corrections.post'])
    isAgreed &&= (await contentHashIn(on, { queue: 'corrections', itemId, act })) === hash;
  assert(isAgreed, `Invariant: correction ${itemId} is posted as two people agreed to it`);
  return hash;
}

/** Nothing to write is right only where this very command was written before. */
async function assertPosted(on: Queryable, id: string): Promise<void> {
  const state = (await findCorrection(on, id))?.state;
  assert(state === 'posted', `Invariant: a correction that moved money is posted, not ${state}`);
}
