import { setOwnLimit } from '#accounts/own-limits/own-limit-set.ts';
import { endOpening } from '#commands/orders/opening-end.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import type { Applied } from '#model/outcome.ts';

/** Sets an own limit; a trading break also ends the orders that would open something, resting or waiting. */
export function setLimit(work: Work, command: LimitSet): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const refusal = setOwnLimit(account, command, work.recorder);
  if (refusal) return refused(work, refusal);
  if (command.name === 'exclusion' && command.value !== undefined) endOpening(work, account, 'customer');
  return finished(work);
}
