import type { CorrectionPost } from '#model/commands/account-commands.ts';
import type { LedgerAccount } from '#model/ledger.ts';
import type { Step } from '#simulation/audit/posted.ts';

/** Corrections that an auditor has seen, by where they went. */
export interface Corrections {
  readonly happened: Record<string, number>;
}

export function createCorrections(): Corrections {
  return { happened: {} };
}

/**
 * 23: a correction is one posting of its amount between what is free in the account and the account of
 * the house ledger that it names, and no other command makes one.
 */
export function checkCorrections({ happened }: Corrections, { command, applied }: Step): string[] {
  const { outcome, duplicate, changes } = applied;
  const posted = changes.postings.filter(({ kind }) => kind === 'correction');
  if (command.type !== 'correction.post')
    return posted.length === 0 ? [] : [`23: ${command.type} posted a correction`];
  if (duplicate || !outcome.ok)
    return posted.length === 0 ? [] : ['23: a correction that was refused, or made before, moved money'];
  const what = command.direction === 'toAccount' ? 'corrected to an account' : 'corrected from an account';
  happened[what] = (happened[what] ?? 0) + 1;
  const [one] = posted;
  const isIn = command.direction === 'toAccount';
  const isRight =
    posted.length === 1 &&
    one?.amount === command.amount &&
    one.assetId === command.assetId &&
    isHouse(command, isIn ? one.from : one.to) &&
    isFree(command, isIn ? one.to : one.from);
  return isRight ? [] : [`23: a correction of ${command.amount} ${command.assetId} moved otherwise`];
}

const isHouse = ({ house }: CorrectionPost, end: LedgerAccount): boolean =>
  'house' in end && end.house === house;

function isFree({ accountId, wallet }: CorrectionPost, end: LedgerAccount): boolean {
  if ('house' in end) return false;
  return end.accountId === accountId && end.wallet === wallet && end.bucket === 'available';
}
