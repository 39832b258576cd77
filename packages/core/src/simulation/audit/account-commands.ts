import type { Command } from '#model/command.ts';

/** Whether a command allots the rights issues of accounts that have closed. */
export function closesRights(command: Command): boolean {
  if (command.type === 'accounts.sweep' || command.type === 'accounts.step')
    return command.name === 'rightsClose';
  return command.type === 'rights.close';
}

/** Whether a command does a corporate action to accounts. */
export function actsCorporately(command: Command): boolean {
  return (
    command.type === 'corporate.act' || (command.type === 'accounts.step' && command.name === 'corporate')
  );
}
