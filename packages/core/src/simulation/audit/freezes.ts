import { AGENTS, agentOf } from '#model/agent.ts';
import type { AccountRow } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import type { Step } from '#simulation/audit/posted.ts';
import type { AccountId } from '#values/index.ts';

/** Freezes that were asked for, by account, and the head of each family. */
export interface Freezes {
  readonly frozen: Map<AccountId, { byOperator: AccountRow['status']; byOwner: boolean }>;
  readonly heads: Map<AccountId, AccountId>;
  readonly happened: Record<string, number>;
}

export function createFreezes(): Freezes {
  return { frozen: new Map(), heads: new Map(), happened: {} };
}

/**
 * 28: a frozen account opens nothing, whether the operator or its owner froze it; neither freeze lifts the
 * other, and that of a head holds for its family.
 */
export function checkFreezes(freezes: Freezes, { command, applied }: Step): string[] {
  const { outcome, duplicate } = applied;
  if (!outcome.ok || duplicate) return [];
  if (command.type === 'account.open' && command.subOf)
    freezes.heads.set(command.accountId, command.subOf.parentId);
  if (command.type === 'account.set') {
    const { accountId, status, ownerFrozen } = command;
    const known = freezes.frozen.get(accountId) ?? { byOperator: 'active', byOwner: false };
    freezes.frozen.set(accountId, {
      byOperator: status ?? known.byOperator,
      byOwner: ownerFrozen ?? known.byOwner,
    });
    if (ownerFrozen === true) count(freezes, 'frozen by its owner');
    if (ownerFrozen === false && known.byOwner) count(freezes, 'freed by its owner');
  }
  const placed =
    outcome.type === 'order' && command.type === 'order.place'
      ? [outcome.order]
      : outcome.type === 'basket'
        ? outcome.legs.map(({ order }) => order)
        : [];
  return placed.flatMap((order) => checkPlaced(freezes, order));
}

function checkPlaced(freezes: Freezes, order: Order): string[] {
  const { accountId, id } = order;
  const head = freezes.heads.get(accountId) ?? accountId;
  if (![accountId, head].some((one) => isFrozen(freezes, one))) return [];
  count(freezes, 'closes while frozen');
  return opens(order) ? [`28: order ${id} opens something for the frozen account ${accountId}`] : [];
}

function isFrozen({ frozen }: Freezes, accountId: AccountId): boolean {
  const known = frozen.get(accountId);
  return known !== undefined && (known.byOwner || known.byOperator !== 'active');
}

function opens({ side, state, productTerms, ...order }: Order): boolean {
  if (state.name === 'rejected' || AGENTS[agentOf({ ...order, productTerms })].actsByRule) return false;
  return productTerms === undefined ? side === 'buy' : productTerms.isClosing !== true;
}

function count({ happened }: Freezes, what: string): void {
  happened[what] = (happened[what] ?? 0) + 1;
}
