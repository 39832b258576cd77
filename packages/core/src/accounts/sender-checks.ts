import { refuseOpeningNow } from '#accounts/own-limits/own-limits.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import { actsByRule, agentOf } from '#model/agent.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { type AccountRow, actingStatus } from '#model/ledger.ts';
import type { Refusal } from '#model/refusal.ts';
import { mayOrder } from '#model/sub-account.ts';
import { productAsked } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Checks of the sending account, for all products alike: no new risk while frozen, nothing when closed, and
 * in a sub-account the agent of its purpose alone. Published rules act for a frozen account too.
 */
export function refuseSender(
  side: AccountSide,
  account: Account,
  command: OrderPlace,
  at: OrdersAt,
): Refusal | undefined {
  const { purpose } = account.row.row;
  const status = statusIn(side, account, at);
  if (!mayOrder(purpose, agentOf({ agent: command.agent }))) return { code: 'AGENT_NOT_ALLOWED' };
  if (status === 'active') return refuseOwn(side, account, command, at);
  if (status === 'frozen' && actsByRule(command)) return undefined;
  const mayClose = status === 'frozen' && holdsRule(at, 'frozenMayClose');
  if (mayClose && closes({ side, at }, account, command)) return undefined;
  return { code: 'ACCOUNT_FROZEN', detail: { status } };
}

/** Locked hours and self-exclusion: whoever closes, and a published rule, is not held back by them. */
function refuseOwn(
  side: AccountSide,
  account: Account,
  command: OrderPlace,
  at: OrdersAt,
): Refusal | undefined {
  const refusal = refuseOpeningNow(side, account, at.atMs);
  if (refusal === undefined || actsByRule(command) || closes({ side, at }, account, command))
    return undefined;
  return refusal;
}

/** From the freest to the strictest. */
const STATUSES: readonly AccountRow['status'][] = ['active', 'frozen', 'closed'];

/** The status by which an account may act: a freeze of the head of its family holds for all of the family. */
export function statusIn(
  { accounts }: AccountSide,
  account: Account,
  at: { readonly rulesVersion: number },
): AccountRow['status'] {
  const { parentId } = account.row.row;
  const status = actingStatus(account.row.row);
  if (parentId === undefined || !holdsRule(at, 'frozenFamily')) return status;
  const head = accounts.get(parentId);
  assert(head !== undefined, 'Condition: the head of a family is loaded before a command of its sub-account');
  const ofHead = actingStatus(head.row.row);
  return STATUSES.indexOf(ofHead) > STATUSES.indexOf(status) ? ofHead : status;
}

/** Whether an order only takes down what the account has. */
export function closes(
  { side, at }: { readonly side: AccountSide; readonly at: OrdersAt },
  account: Account,
  command: OrderPlace,
): boolean {
  const instrument = side.facts.instruments.get(command.instrumentId);
  return instrument !== undefined && productAsked(instrument, command).closes(account, command, at);
}
