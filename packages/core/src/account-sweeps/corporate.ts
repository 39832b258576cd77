import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { decodeCommand, encodeCommand } from '#codec/journal-codec.ts';
import { actOnAccount } from '#commands/corporate/corporate-act.ts';
import type { CorporateBegin } from '#model/commands/corporate-commands.ts';
import { assert } from '#values/index.ts';

/**
 * Text of a corporate action's row: the command that began it, with its fields in the order of a reader, so
 * that a replay writes the same.
 */
export function corporateText(command: CorporateBegin): string {
  return encodeCommand(decodeCommand(encodeCommand(command)));
}

/** Sweep of a corporate action, whose books are closed so that nobody trades between old and new share. */
export const corporate: AccountSweepKind = {
  begin: (work, { place }) => {
    const command = decodeCommand(place);
    assert(command.type === 'corporate.begin', 'Invariant: the row of an action has the command of it');
    const instrument = work.state.accountSide.facts.instruments.get(command.instrumentId);
    assert(instrument !== undefined, 'Invariant: an action that has begun is of a known share');
    return (account) => {
      const { accountId } = account.row.row;
      actOnAccount(work, { ...command, type: 'corporate.act', accountId }, { account, instrument });
    };
  },
  isOnce: true,
};
