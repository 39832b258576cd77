import { refuseOpeningNow } from '#accounts/own-limits/own-limits.ts';
import { statusIn } from '#accounts/sender-checks.ts';
import { once } from '#commands/once.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import type { Account } from '#ledger/account.ts';
import { inKeyOrder } from '#ledger/holdings.ts';
import type { RightsApply, RightsClose } from '#model/commands/corporate-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Entitlement } from '#model/ledger.ts';
import type { Applied } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import { allot, applyFor } from '#products/delivery/rights.ts';
import { assert } from '#values/index.ts';

/**
 * Application of a customer: the whole number of shares applied for, in place of an earlier application,
 * until the issue closes.
 */
export function applyForRights(work: Work, command: RightsApply): Applied {
  return once(work, command, applyNew);
}

function applyNew(work: Work, command: RightsApply, account: Account): Applied {
  const result = tryToApply(work, account, command);
  return 'code' in result
    ? refused(work, result)
    : finished(work, { ok: true, type: 'entitlement', entitlement: result });
}

function tryToApply(work: Work, account: Account, command: RightsApply): Entitlement | Refusal {
  const { accountSide } = work.state;
  const { quantity: wanted } = command;
  const tracked = account.holdings.entitlements.get(command.issueId);
  if (!tracked) return { code: 'RIGHTS_UNKNOWN' };
  const { row } = tracked;
  if (work.recorder.atMs >= row.closesAtMs) return { code: 'RIGHTS_CLOSED' };
  if (wanted > row.quantity) return { code: 'RIGHTS_MAX', detail: { limit: String(row.quantity) } };
  // A frozen account may ask for less and not for more, as with orders.
  const isFrozen = statusIn(accountSide, account, work.recorder) !== 'active';
  if (wanted > row.quantityApplied && isFrozen) return { code: 'ACCOUNT_FROZEN' };
  const own =
    wanted > row.quantityApplied ? refuseOpeningNow(accountSide, account, work.recorder.atMs) : undefined;
  if (own) return own;
  const instrument = shareOf(work, row);
  return applyFor(accountSide, { account, tracked, instrument, wanted }, work.recorder);
}

/**
 * Closes an account's entitlements to issues that are over at the time of the command; an open issue stays.
 */
export function closeRights(work: Work, { accountId }: RightsClose): Applied {
  const account = work.state.accountSide.accounts.get(accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  closeDue(work, account);
  return finished(work);
}

export function closeDue(work: Work, account: Account): void {
  const { accountSide } = work.state;
  for (const [, tracked] of inKeyOrder(account.holdings.entitlements)) {
    if (work.recorder.atMs < tracked.row.closesAtMs) continue;
    allot(accountSide, { account, tracked, instrument: shareOf(work, tracked.row) }, work.recorder);
  }
}

function shareOf(work: Work, { instrumentId }: Entitlement): Instrument {
  const instrument = work.state.accountSide.facts.instruments.get(instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before what it entitles to');
  return instrument;
}
