import { lots, owner } from '#matching/order-book.ts';
import { CORE } from '#simulation/core-port.ts';
import { type Planted, withBooks, withCore, withOrders, withRulesBefore } from '#simulation/planted/tools.ts';
import { price } from '#values/index.ts';

/** Mistakes in what a book takes, fills and ends. */
export const OF_BOOKS: readonly Planted[] = [
  {
    name: 'fok-in-part',
    mistake: 'an order that fills whole or not at all is filled as far as it goes',
    caughtBy: 4,
    core: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'order.place' || command.validity !== 'fok') return CORE.apply(state, sequenced);
        const applied = CORE.apply(state, { ...sequenced, command: { ...command, validity: 'ioc' } });
        return withOrders(applied, (order) =>
          order.clientId === command.clientId ? { ...order, validity: 'fok' } : order,
        );
      },
    }),
  },
  {
    name: 'priority-broken',
    mistake: 'who came last at a price is filled first',
    caughtBy: 12,
    core: withBooks((book) => ({
      take: (taker, fillsMax) => {
        const [first, second] = book.entries(taker.side === 'buy' ? 'sell' : 'buy');
        if (!first || !second || first.price !== second.price || first.owner === taker.owner)
          return book.take(taker, fillsMax);
        book.remove(first.id);
        const taken = book.take(taker, fillsMax);
        const result = { ...taken, fills: taken.fills.map((fill) => ({ ...fill })) };
        book.rest(first);
        return result;
      },
    })),
  },
  {
    name: 'resting-quantity-wrong',
    mistake: 'an order rests with a lot too much',
    caughtBy: 12,
    core: withBooks((book) => ({
      rest: (entry) => book.rest({ ...entry, quantity: lots(entry.quantity + 1) }),
    })),
  },
  {
    name: 'cancelled-order-stays',
    mistake: 'a cancelled order stays in the book',
    caughtBy: 12,
    core: withBooks((book) => ({ remove: (id) => book.find(id) })),
  },
  {
    name: 'self-trade-passes',
    mistake: 'a customer trades with himself',
    caughtBy: 12,
    core: withBooks((book) => ({
      take: (taker, fillsMax) => book.take({ ...taker, owner: owner(-1) }, fillsMax),
    })),
  },
  {
    name: 'band-ignored',
    mistake: 'an order out of the price band is let in',
    caughtBy: 12,
    core: withCore({
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
    name: 'band-after-takers',
    mistake: 'who comes to a book whose band has changed meets whom the change has not reached',
    caughtBy: 12,
    core: withRulesBefore('bandBeforeTakers', ['sweep.step', 'marketMaker.quote']),
  },
  {
    name: 'post-only-takes',
    mistake: 'a post-only order takes',
    caughtBy: 12,
    core: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'order.place' || command.validity !== 'postOnly')
          return CORE.apply(state, sequenced);
        return CORE.apply(state, { ...sequenced, command: { ...command, validity: 'gtc' } });
      },
    }),
  },
];
