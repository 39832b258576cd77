import { afterEach, cellOf, type Planted, withOrders, withPosting } from '#simulation/planted/tools.ts';
import { amount, type Environment } from '#values/index.ts';

const OTHER: Readonly<Record<Environment, Environment>> = { demo: 'real', real: 'demo' };

/** Mistakes about what an account has, whose it is, and what a refusal leaves of it. */
export const OF_ACCOUNTS: readonly Planted[] = [
  {
    name: 'taken-below-nothing',
    mistake: 'a charge takes a paisa more than its customer has',
    caughtBy: 2,
    core: afterEach((state, applied) => {
      const taken = applied.changes.postings.find(
        ({ from, to }) => 'bucket' in from && from.bucket === 'available' && 'house' in to,
      );
      if (!taken) return applied;
      const { environment, from, assetId } = taken;
      const left = cellOf(state, environment, { account: from, assetId }).amount;
      return withPosting(state, applied, { ...taken, amount: amount(left + 1n) });
    }),
  },
  {
    name: 'refusal-holds',
    mistake: 'an order that is refused keeps a paisa of what it was to hold',
    caughtBy: 7,
    core: afterEach((state, applied, { command }) => {
      if (applied.outcome.ok || command.type !== 'order.place') return applied;
      const { assetBalances } = state.accountSide.accounts.get(command.accountId)?.holdings ?? {};
      const { available, held } = assetBalances?.stock.values().next().value ?? {};
      if (!available || !held || available.amount === 0n) return applied;
      available.amount = amount(available.amount - 1n);
      held.amount = amount(held.amount + 1n);
      return applied;
    }),
  },
  {
    name: 'order-of-other-environment',
    mistake: 'an order of a demo account is written as one of a real account',
    caughtBy: 11,
    core: afterEach((state, applied) => {
      const { outcome } = applied;
      if (!outcome.ok || outcome.type !== 'order') return applied;
      const { accountId, id } = outcome.order;
      const tracked = state.accountSide.accounts.get(accountId)?.orders.get(id);
      if (!tracked) return applied;
      const environment = OTHER[tracked.row.environment];
      tracked.row = { ...tracked.row, environment };
      return withOrders(applied, (order) => (order.id === id ? { ...order, environment } : order));
    }),
  },
];
