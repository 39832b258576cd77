import { forecastOrders } from '#commands/basket-checks.ts';
import { lots, owner } from '#matching/order-book.ts';
import { CORE } from '#simulation/core-port.ts';
import {
  afterEach,
  type Planted,
  withBooks,
  withCore,
  withoutPostings,
  withPosting,
} from '#simulation/planted/tools.ts';
import { amount, instantMs, price } from '#values/index.ts';

/**
 * Mistakes of the core: planted in the live writer and in
 * the replay alike, because a real one would be in both.
 */
export const OF_THE_CORE: readonly Planted[] = [
  {
    name: 'posting-lost',
    mistake: 'a leg of a fill moves money and leaves no posting',
    rules: afterEach((_state, applied) => {
      const lost = applied.changes.postings.findIndex(({ kind }) => kind === 'buy' || kind === 'sell');
      const postings = applied.changes.postings.filter((_, place) => place !== lost);
      return { ...applied, changes: { ...applied.changes, postings } };
    }),
  },
  {
    name: 'fill-doubled',
    mistake: 'the money of a fill moves twice',
    rules: afterEach((state, applied) => {
      const leg = applied.changes.postings.find(
        ({ kind, from, to }) => (kind === 'buy' || kind === 'sell') && 'house' in from && 'accountId' in to,
      );
      return leg ? withPosting(state, applied, leg) : applied;
    }),
  },
  {
    name: 'transfer-doubled',
    mistake: 'a transfer to a sub-account moves its amount twice',
    rules: afterEach((state, applied) => {
      const moved = applied.changes.postings.find(({ kind }) => kind === 'transfer');
      return moved ? withPosting(state, applied, moved) : applied;
    }),
  },
  {
    name: 'hold-not-activated',
    mistake: 'what an order held stays held when it ends',
    rules: afterEach((state, applied) => withoutPostings(state, applied, ({ kind }) => kind === 'release')),
  },
  {
    name: 'fee-not-collected',
    mistake: 'a charge is written on the order and taken from nobody',
    rules: afterEach((state, applied) =>
      withoutPostings(
        state,
        applied,
        ({ chargeName }) => chargeName === 'exchangeFee' || chargeName === 'tradingFee',
      ),
    ),
  },
  {
    name: 'rounded-up',
    mistake: 'the value of a fill is rounded up',
    rules: afterEach((_state, applied) => {
      const fills = applied.changes.fills.map((fill) => ({ ...fill, value: amount(fill.value + 1n) }));
      return { ...applied, changes: { ...applied.changes, fills } };
    }),
  },
  {
    name: 'repriced-against',
    mistake: 'a corporate action rounds a purchase up',
    rules: afterEach((_state, applied, { command }) => {
      if (command.type !== 'corporate.act' || !applied.outcome.ok) return applied;
      const orders = applied.changes.orders.map((order) =>
        order.side === 'buy' ? { ...order, priceLimit: price(order.priceLimit + 1n) } : order,
      );
      return { ...applied, changes: { ...applied.changes, orders } };
    }),
  },
  {
    name: 'swept-twice',
    mistake: 'it is forgotten who was reached by a sweep before their turn',
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'accounts.step' || !command.isAhead) return applied;
      for (const { row } of state.accountSide.accounts.values()) row.row = { ...row.row, sweptTo: 0 };
      const accounts = applied.changes.accounts.map((row) => ({ ...row, sweptTo: 0 }));
      return { ...applied, changes: { ...applied.changes, accounts } };
    }),
  },
  {
    name: 'swept-in-part',
    mistake: 'a sweep over accounts ends before it has reached the last',
    rules: withCore({
      apply: (state, { command, ...sequenced }) =>
        CORE.apply(state, {
          ...sequenced,
          command:
            command.type === 'accounts.step'
              ? { ...command, accounts: [], isLast: true, isAhead: false }
              : command,
        }),
    }),
  },
  {
    name: 'open-while-swept',
    mistake: 'a share is traded while it changes',
    rules: afterEach((state, applied) => {
      for (const { real, demo } of state.instrumentSide.books.values())
        for (const at of [real, demo]) at.closedBy.clear();
      return applied;
    }),
  },
  {
    name: 'rights-hold-activated',
    mistake: 'the money of an application for new shares is free at once',
    rules: afterEach((state, applied, { command }) =>
      command.type === 'rights.apply'
        ? withoutPostings(state, applied, ({ kind, assetId }) => kind === 'hold' && assetId === 'INR')
        : applied,
    ),
  },
  {
    name: 'rights-hold-doubled',
    mistake: 'an application for new shares holds its money twice',
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'rights.apply') return applied;
      const hold = applied.changes.postings.find(({ kind, assetId }) => kind === 'hold' && assetId === 'INR');
      return hold ? withPosting(state, applied, hold) : applied;
    }),
  },
  {
    name: 'rights-unpaid',
    mistake: 'new shares are allotted and their price is given back',
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'rights.close') return applied;
      const paid = applied.changes.postings.find(
        ({ kind, assetId }) => kind === 'rights' && assetId === 'INR',
      );
      return paid ? withPosting(state, applied, { ...paid, from: paid.to, to: paid.from }) : applied;
    }),
  },
  {
    name: 'money-from-nothing',
    mistake: 'a cancelled order brings a paisa',
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'order.cancel' || !applied.outcome.ok) return applied;
      const [assetBalance] =
        state.accountSide.accounts.get(command.accountId)?.holdings.assetBalances.stock.values() ?? [];
      if (assetBalance) assetBalance.available.amount = amount(assetBalance.available.amount + 1n);
      return applied;
    }),
  },
  {
    name: 'priority-broken',
    mistake: 'who came last at a price is filled first',
    rules: withBooks((book) => ({
      take: (taker) => {
        const [first, second] = book.entries(taker.side === 'buy' ? 'sell' : 'buy');
        if (!first || !second || first.price !== second.price || first.owner === taker.owner)
          return book.take(taker);
        book.remove(first.id);
        const taken = book.take(taker);
        const result = { ...taken, fills: taken.fills.map((fill) => ({ ...fill })) };
        book.rest(first);
        return result;
      },
    })),
  },
  {
    name: 'resting-quantity-wrong',
    mistake: 'an order rests with a lot too much',
    rules: withBooks((book) => ({
      rest: (entry) => book.rest({ ...entry, quantity: lots(entry.quantity + 1) }),
    })),
  },
  {
    name: 'cancelled-order-stays',
    mistake: 'a cancelled order stays in the book',
    rules: withBooks((book) => ({ remove: (id) => book.find(id) })),
  },
  {
    name: 'self-trade-passes',
    mistake: 'a customer trades with himself',
    rules: withBooks((book) => ({ take: (taker) => book.take({ ...taker, owner: owner(-1) }) })),
  },
  {
    name: 'band-ignored',
    mistake: 'an order out of the price band is let in',
    rules: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        const { instruments } = state.instrumentSide.facts;
        const known = command.type === 'order.place' ? instruments.get(command.instrumentId) : undefined;
        if (!known?.band) return CORE.apply(state, sequenced);
        const band = { priceLow: price(1n), priceHigh: price(known.band.priceHigh * 2n) };
        instruments.set(known.id, { ...known, band });
        const applied = CORE.apply(state, sequenced);
        instruments.set(known.id, known);
        return applied;
      },
    }),
  },
  {
    name: 'post-only-takes',
    mistake: 'a post-only order takes',
    rules: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'order.place' || command.validity !== 'postOnly')
          return CORE.apply(state, sequenced);
        return CORE.apply(state, { ...sequenced, command: { ...command, validity: 'gtc' } });
      },
    }),
  },
  {
    name: 'basket-in-part',
    mistake: 'a basket of which a leg is refused places the others',
    rules: withCore({
      apply: (state, sequenced) => {
        const { command, atMs } = sequenced;
        if (command.type !== 'order.basket') return CORE.apply(state, sequenced);
        const forecasts = forecastOrders(state, command, atMs);
        const legs = command.legs.filter((_, place) => !('code' in (forecasts[place] ?? {})));
        if (legs.length === 0) return CORE.apply(state, sequenced);
        return CORE.apply(state, { ...sequenced, command: { ...command, legs } });
      },
    }),
  },
  {
    name: 'lot-sold-early',
    mistake: 'bought shares may be sold before they are settled',
    rules: withCore({
      apply: (state, sequenced) => {
        for (const { holdings } of state.accountSide.accounts.values()) {
          for (const lot of [...holdings.lots.values()].flat()) {
            if (lot.row.settled) continue;
            lot.row = { ...lot.row, usableAtMs: instantMs(0) };
            holdings.dueAtMs = 0;
          }
        }
        return CORE.apply(state, sequenced);
      },
    }),
  },
  {
    name: 'newer-rule-version',
    mistake: 'an order that rests is charged by rules that came after it',
    rules: afterEach((state, applied, { command }) => {
      const { stockCharges } = state.accountSide.facts;
      if (command.type === 'rules.set' && command.stockCharges) {
        for (const version of stockCharges.keys())
          stockCharges.set(version, { ...command.stockCharges, version });
      }
      return applied;
    }),
  },
  {
    name: 'day-order-survives',
    mistake: 'the end of a session ends nothing',
    rules: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'session.end') return CORE.apply(state, sequenced);
        return CORE.apply(state, { ...sequenced, command: { type: 'rules.set' } });
      },
    }),
  },
  {
    name: 'environments-meet',
    mistake: 'demo and real orders stand in one book',
    rules: withCore({
      load: (tables, lastSequence) => {
        const state = CORE.load(tables, lastSequence);
        for (const { real, demo } of state.instrumentSide.books.values()) demo.book = real.book;
        return state;
      },
    }),
  },
  {
    name: 'clock-read',
    mistake: 'the core reads something that is not in its commands',
    rules: (() => {
      let calls = 0;
      return withCore({
        apply: (state, sequenced) => {
          calls += 1;
          return CORE.apply(state, { ...sequenced, atMs: instantMs(sequenced.atMs + calls) });
        },
      });
    })(),
  },
];
