import type { Account, AccountSide } from '#ledger/account.ts';
import { actsByRule, agentOf } from '#model/agent.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Refusal } from '#model/refusal.ts';
import { mayOrder } from '#model/sub-account.ts';
import { productAsked } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';

/**
 * What an account says to an order before anything else is looked at, for all products alike: a frozen one
 * takes no new risk and may close, a closed one does nothing, a sub-account obeys whom it is for. Published
 * rules act for a frozen account too.
 */
export function refuseSender(
  side: AccountSide,
  account: Account,
  command: OrderPlace,
  at: { readonly rulesVersion: number },
): Refusal | undefined {
  const { status, purpose } = account.row.row;
  if (!mayOrder(purpose, agentOf(command))) return { code: 'AGENT_NOT_ALLOWED' };
  if (status === 'active' || (status === 'frozen' && actsByRule(command))) return undefined;
  const mayClose = status === 'frozen' && holdsRule(at, 'frozenMayClose');
  if (mayClose && closes(side, account, command)) return undefined;
  return { code: 'ACCOUNT_FROZEN', detail: { status } };
}

/** Whether an order only takes down what the account has. */
export function closes({ facts }: AccountSide, account: Account, command: OrderPlace): boolean {
  const instrument = facts.instruments.get(command.instrumentId);
  return instrument !== undefined && productAsked(instrument, command).closes(account, command);
}
