import { forecastOrders } from '#commands/orders/basket-checks.ts';
import { replaceSweep } from '#instruments/sweeping.ts';
import { lots, owner } from '#matching/order-book.ts';
import { CORE } from '#simulation/core-port.ts';
import {
  afterEach,
  backTo,
  type Planted,
  replaceHold,
  withBooks,
  withCore,
  withOrders,
  withoutPostings,
  withPosting,
  withRulesBefore,
} from '#simulation/planted/tools.ts';
import { INR } from '#simulation/world.ts';
import { amount, instantMs, price, quantity } from '#values/index.ts';

/**
 * Mistakes of the core: planted in the live writer and in
 * the replay alike, because a real one would be in both.
 */
export const OF_THE_CORE: readonly Planted[] = [
  {
    name: 'posting-lost',
    mistake: 'a leg of a fill moves money and leaves no posting',
    caughtBy: 1,
    core: afterEach((_state, applied) => {
      const lost = applied.changes.postings.findIndex(({ kind }) => kind === 'buy' || kind === 'sell');
      const postings = applied.changes.postings.filter((_, place) => place !== lost);
      return { ...applied, changes: { ...applied.changes, postings } };
    }),
  },
  {
    name: 'balance-of-before',
    mistake: 'a posting says what the account that it left had before it',
    caughtBy: 1,
    core: afterEach((_state, applied) => {
      const postings = applied.changes.postings.map((posting) => ({
        ...posting,
        balanceFrom: amount(posting.balanceFrom + posting.amount),
      }));
      return { ...applied, changes: { ...applied.changes, postings } };
    }),
  },
  {
    name: 'fill-doubled',
    mistake: 'the money of a fill moves twice',
    caughtBy: 5,
    core: afterEach((state, applied) => {
      const leg = applied.changes.postings.find(
        ({ kind, from, to }) => (kind === 'buy' || kind === 'sell') && 'house' in from && 'accountId' in to,
      );
      return leg ? withPosting(state, applied, leg) : applied;
    }),
  },
  {
    name: 'transfer-doubled',
    mistake: 'a transfer to a sub-account moves its amount twice',
    caughtBy: 18,
    core: afterEach((state, applied) => {
      const moved = applied.changes.postings.find(({ kind }) => kind === 'transfer');
      return moved ? withPosting(state, applied, moved) : applied;
    }),
  },
  {
    name: 'hold-not-activated',
    mistake: 'what an order held stays held when it ends',
    caughtBy: 3,
    core: afterEach((state, applied) => withoutPostings(state, applied, ({ kind }) => kind === 'release')),
  },
  {
    name: 'fee-not-collected',
    mistake: 'a charge is written on the order and taken from nobody',
    caughtBy: 5,
    core: afterEach((state, applied) =>
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
    caughtBy: 5,
    core: afterEach((_state, applied) => {
      const fills = applied.changes.fills.map((fill) => ({ ...fill, value: amount(fill.value + 1n) }));
      return { ...applied, changes: { ...applied.changes, fills } };
    }),
  },
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
    name: 'margin-short',
    mistake: 'a position within the day is opened on half of its margin',
    caughtBy: 19,
    core: afterEach((state, applied) => {
      const halved = applied.changes.holds.map((hold) => {
        if (hold.ownerKind !== 'margin') return hold;
        const half = { ...hold, amount: amount(hold.amount / 2n) };
        replaceHold(state, half);
        const available = state.accountSide.accounts
          .get(hold.accountId)
          ?.holdings.assetBalances.stock.get(INR);
        if (available) {
          available.available.amount = amount(available.available.amount + hold.amount - half.amount);
          available.held.amount = amount(available.held.amount - hold.amount + half.amount);
        }
        return half;
      });
      return { ...applied, changes: { ...applied.changes, holds: halved } };
    }),
  },
  {
    name: 'bracket-end-short',
    mistake: 'the end of a bracket does not grow with its purchase',
    caughtBy: 16,
    core: afterEach((_state, applied) =>
      withOrders(applied, (order) =>
        order.terms?.bracketOf === undefined ? order : { ...order, quantity: quantity(order.quantity - 1n) },
      ),
    ),
  },
  {
    name: 'sweep-stops-early',
    mistake: 'a sweep ends before it has reached the last order',
    caughtBy: 17,
    core: afterEach((state, applied, { atMs }) => {
      const sweeps = applied.changes.sweeps.map((sweep) => {
        if (sweep.endedAtMs !== undefined || sweep.name !== 'sessionEnd') return sweep;
        const ended = { ...sweep, endedAtMs: atMs };
        replaceSweep(state.instrumentSide, ended);
        return ended;
      });
      return { ...applied, changes: { ...applied.changes, sweeps } };
    }),
  },
  {
    name: 'met-and-gone',
    mistake: 'an order leaves that one which takes in steps is about to meet',
    caughtBy: 17,
    core: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'order.cancel') return CORE.apply(state, sequenced);
        const books = [...state.instrumentSide.books.values()].flatMap(({ real, demo }) => [real, demo]);
        const all = books.map((at) => ({ at, taking: at.taking }));
        const ofTaker = all.some(({ taking }) => taking?.orderId === command.orderId);
        for (const { at } of ofTaker ? [] : all) at.taking = undefined;
        const applied = CORE.apply(state, sequenced);
        for (const { at, taking } of all) at.taking = taking;
        return applied;
      },
    }),
  },
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
    name: 'swept-twice',
    mistake: 'it is forgotten who was reached by a sweep before their turn',
    caughtBy: 20,
    core: afterEach((state, applied, { command }) => {
      // As soon as they have acted: before, the core itself would notice.
      if (command.type === 'accounts.step') return applied;
      for (const { row } of state.accountSide.accounts.values()) row.row = { ...row.row, sweptTo: 0 };
      return applied;
    }),
  },
  {
    name: 'swept-in-part',
    mistake: 'a sweep over accounts ends before it has reached the last',
    caughtBy: 20,
    core: withCore({
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
    caughtBy: 20,
    core: afterEach((state, applied) => {
      for (const { real, demo } of state.instrumentSide.books.values())
        for (const at of [real, demo]) at.closedBy.clear();
      return applied;
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
  {
    name: 'money-from-nothing',
    mistake: 'a cancelled order brings a paisa',
    caughtBy: 1,
    core: afterEach((state, applied, { command }) => {
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
  {
    name: 'basket-in-part',
    mistake: 'a basket of which a leg is refused places the others',
    caughtBy: 15,
    core: withCore({
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
    caughtBy: 4,
    core: withCore({
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
    caughtBy: 5,
    core: afterEach((state, applied, { command }) => {
      const { byVersion } = state.accountSide.facts.charges.stockCharges;
      if (command.type === 'rules.set' && command.stockCharges) {
        for (const version of byVersion.keys()) byVersion.set(version, { ...command.stockCharges, version });
      }
      return applied;
    }),
  },
  {
    name: 'day-order-survives',
    mistake: 'the end of a session ends nothing',
    caughtBy: 14,
    core: withCore({
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
    caughtBy: 12,
    core: withCore({
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
    caughtBy: 8,
    core: (() => {
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
