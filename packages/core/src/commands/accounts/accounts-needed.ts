import type { Command } from '#model/command.ts';
import type { AccountId } from '#values/index.ts';

/**
 * Accounts that must be loaded before a command is applied; others that it may touch have open orders, and
 * those stay loaded.
 */
export function accountsNeeded(command: Command): readonly AccountId[] {
  if ('accounts' in command) return command.accounts;
  switch (command.type) {
    case 'account.open':
      return command.subOf ? [command.accountId, command.subOf.parentId] : [command.accountId];
    case 'account.set':
      return command.parentId === undefined ? [command.accountId] : [command.accountId, command.parentId];
    case 'account.transfer':
      return [command.accountId, command.subAccountId];
    default:
      return 'accountId' in command ? [command.accountId] : [];
  }
}
