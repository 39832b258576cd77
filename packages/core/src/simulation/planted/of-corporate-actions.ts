import { afterEach, backTo, type Planted, withoutPostings, withPosting } from '#simulation/planted/tools.ts';
import { price } from '#values/index.ts';

/** Mistakes in splits, bonuses and rights issues. */
export const OF_CORPORATE_ACTIONS: readonly Planted[] = [
  {
    name: 'repriced-against',
    mistake: 'a corporate action rounds a purchase up',
    caughtBy: 4,
    core: afterEach((_state, applied, { command }) => {
      if (command.type !== 'corporate.act' || !applied.outcome.ok) return applied;
      const orders = applied.changes.orders.map((order) =>
        order.side === 'buy' ? { ...order, priceLimit: price(order.priceLimit + 1n) } : order,
      );
      return { ...applied, changes: { ...applied.changes, orders } };
    }),
  },
  {
    name: 'rights-hold-activated',
    mistake: 'the money of an application for new shares is free at once',
    caughtBy: 3,
    core: afterEach((state, applied, { command }) =>
      command.type === 'rights.apply'
        ? withoutPostings(state, applied, ({ kind, assetId }) => kind === 'hold' && assetId === 'INR')
        : applied,
    ),
  },
  {
    name: 'rights-hold-doubled',
    mistake: 'an application for new shares holds its money twice',
    caughtBy: 3,
    core: afterEach((state, applied, { command }) => {
      if (command.type !== 'rights.apply') return applied;
      const hold = applied.changes.postings.find(({ kind, assetId }) => kind === 'hold' && assetId === 'INR');
      return hold ? withPosting(state, applied, hold) : applied;
    }),
  },
  {
    name: 'rights-unpaid',
    mistake: 'new shares are allotted and their price is given back',
    caughtBy: 4,
    core: afterEach((state, applied, { command }) => {
      if (command.type !== 'rights.close') return applied;
      const paid = applied.changes.postings.find(
        ({ kind, assetId }) => kind === 'rights' && assetId === 'INR',
      );
      return paid ? withPosting(state, applied, backTo(paid)) : applied;
    }),
  },
];
