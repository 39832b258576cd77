import { transfer } from '#accounts/sub-accounts.ts';
import { once } from '#commands/once.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import type { AccountTransfer } from '#model/commands/account-commands.ts';
import type { Applied } from '#model/outcome.ts';

/** Moves what is free between an account and a sub-account of its own, at most once by the client id. */
export function transferBetween(work: Work, command: AccountTransfer): Applied {
  return once(work, command, (_work, asked) => {
    const refusal = transfer(work.state.accountSide, asked, work.recorder);
    return refusal ? refused(work, refusal) : finished(work);
  });
}
