import { forecastOrders } from '#commands/orders/basket-checks.ts';
import { CORE } from '#simulation/core-port.ts';
import {
  afterEach,
  type Planted,
  replaceHold,
  withCore,
  withOrders,
  withoutPostings,
  withPosting,
} from '#simulation/planted/tools.ts';
import { INR } from '#simulation/world.ts';
import { amount, instantMs, quantity } from '#values/index.ts';

/** Mistakes in fills, holds, charges and lots, and in the machinery around them. */
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
    name: 'correction-doubled',
    mistake: 'a correction moves its amount twice',
    caughtBy: 23,
    core: afterEach((state, applied) => {
      const moved = applied.changes.postings.find(({ kind }) => kind === 'correction');
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
        order.conditions?.bracketOf === undefined
          ? order
          : { ...order, quantity: quantity(order.quantity - 1n) },
      ),
    ),
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
