import type { Hold } from '#model/hold.ts';
import type { Lot } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import { ROW_KINDS } from '#model/rows/kinds.ts';
import {
  afterEach,
  type Planted,
  replaceHold,
  withOrders,
  withoutPostings,
  withPosting,
  withRulesBefore,
} from '#simulation/planted/tools.ts';
import type { CoreState } from '#state.ts';
import { amount } from '#values/index.ts';

/** Mistakes about what is set aside, and for what, and about what may be withdrawn. */
export const OF_HOLDS: readonly Planted[] = [
  {
    name: 'hold-row-lost',
    mistake: 'money is set aside, and no row says what for',
    caughtBy: 3,
    core: afterEach((state, applied) => {
      for (const hold of applied.changes.holds) replaceHold(state, { ...hold, amount: amount(0n) });
      return { ...applied, changes: { ...applied.changes, holds: [] } };
    }),
  },
  {
    name: 'hold-of-nobody',
    mistake: 'a paisa of a margin stays set aside when its position is closed',
    caughtBy: 3,
    core: afterEach((state, applied) => {
      const ended = applied.changes.holds.find(
        (hold) => hold.ownerKind === 'margin' && hasEnded(state, hold),
      );
      const back = applied.changes.postings.find(
        ({ kind, to, assetId }) =>
          kind === 'release' &&
          'accountId' in to &&
          to.accountId === ended?.accountId &&
          assetId === ended.assetId,
      );
      if (!ended || !back) return applied;
      const left = { ...ended, amount: amount(1n) };
      replaceHold(state, left);
      const holds = [...applied.changes.holds, left];
      const kept = { ...back, kind: 'hold', from: back.to, to: back.from, amount: left.amount } as const;
      return withPosting(state, { ...applied, changes: { ...applied.changes, holds } }, kept);
    }),
  },
  {
    name: 'hold-begins-anew',
    mistake: 'a hold that gets more is as young as what it got',
    caughtBy: 3,
    core: afterEach((state, applied, { atMs }) => {
      const holds = applied.changes.holds.map((hold) => ({ ...hold, sinceMs: atMs }));
      for (const hold of holds) replaceHold(state, hold);
      return { ...applied, changes: { ...applied.changes, holds } };
    }),
  },
  {
    name: 'house-pays-first',
    mistake: 'the house ledger pays for a loss within the day, and the customer keeps what is free',
    caughtBy: 19,
    core: afterEach((state, applied) =>
      withoutPostings(
        state,
        applied,
        ({ kind, from }) => kind === 'intradayResult' && 'bucket' in from && from.bucket === 'available',
      ),
    ),
  },
  {
    name: 'other-orders-spared',
    mistake: 'the house ledger pays for a loss within the day before the other orders of the customer end',
    caughtBy: 19,
    core: withRulesBefore('lossBeforeHouseLedger', ['order.place', 'marketMaker.take', 'sweep.step']),
  },
  {
    name: 'ended-owes-nothing',
    mistake: 'an order that a loss has ended owes the house nothing until it is released',
    caughtBy: 19,
    core: afterEach((state, applied) => {
      const owesNothing = (order: Order): Order =>
        order.conditions?.ended?.cause === 'lossCover' && 'held' in order.state ? withoutDebt(order) : order;
      for (const { accountId, id } of applied.changes.orders) {
        const tracked = state.accountSide.accounts.get(accountId)?.orders.get(id);
        if (tracked) tracked.row = owesNothing(tracked.row);
      }
      return withOrders(applied, owesNothing);
    }),
  },
  {
    name: 'charges-after-loss',
    mistake: 'a loss within the day leaves no money for the charges of what it closed',
    caughtBy: 5,
    core: withRulesBefore('chargesTakenWhole', [
      'order.place',
      'intraday.close',
      'marketMaker.take',
      'sweep.step',
    ]),
  },
  {
    name: 'delivered-early',
    mistake: 'proceeds may be withdrawn as soon as they are usable',
    caughtBy: 4,
    core: afterEach((state, applied) => {
      const isKept = ({ kind, settled }: Lot): boolean => kind === 'proceeds' && settled;
      const lots = applied.changes.lots.map((lot) =>
        isKept(lot) ? { ...lot, amountLeft: amount(0n) } : lot,
      );
      for (const { holdings } of state.accountSide.accounts.values())
        for (const [assetId, kept] of holdings.lots)
          holdings.lots.set(
            assetId,
            kept.filter(({ row }) => !isKept(row)),
          );
      return { ...applied, changes: { ...applied.changes, lots } };
    }),
  },
];

function withoutDebt(order: Order): Order {
  const { owed: _own, ...conditions } = order.conditions ?? {};
  if (order.productTerms === undefined) return { ...order, conditions };
  const { owed: _of, ...productTerms } = order.productTerms;
  return { ...order, conditions, productTerms };
}

function hasEnded(state: CoreState, hold: Hold): boolean {
  const holds = state.accountSide.accounts.get(hold.accountId)?.holdings.holds;
  return holds !== undefined && !holds.has(ROW_KINDS.holds.keyInAccount(hold));
}
