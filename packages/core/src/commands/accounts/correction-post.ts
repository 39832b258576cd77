import { correct } from '#accounts/correction.ts';
import { once } from '#commands/once.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import type { CorrectionPost } from '#model/commands/account-commands.ts';
import type { Applied } from '#model/outcome.ts';

/** Posts a correction of money that two people of staff decided, at most once by its client id. */
export function postCorrection(work: Work, command: CorrectionPost): Applied {
  return once(work, command, (_work, asked, account) => {
    const refusal = correct(work.state.accountSide, { account, command: asked }, work.recorder);
    return refusal ? refused(work, refusal) : finished(work);
  });
}
