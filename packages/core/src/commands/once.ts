import { refused, repeated, type Work } from '#commands/work.ts';
import { type Account, answerAgain, rememberAnswer } from '#ledger/account.ts';
import type { Applied } from '#model/outcome.ts';
import type { AccountId, ClientId } from '#values/index.ts';

/** A command that its sender made up an id for, so that it may be sent again. */
interface Named {
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
}

/**
 * Applies a command at most once: a known client id gets its first answer, or a refusal where the content
 * differs. A command that is not journaled is applied again.
 */
export function once<Asked extends Named>(
  work: Work,
  command: Asked,
  act: (work: Work, command: Asked, account: Account) => Applied,
): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const known = answerAgain(account, command);
  if (known) return 'code' in known ? refused(work, known, false) : repeated(known);
  const applied = act(work, command, account);
  if (applied.journaled) rememberAnswer(account, command, applied.outcome);
  return applied;
}
