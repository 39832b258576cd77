import { OPERATIONS } from '@tarazu/protocol';
import {
  at,
  because,
  type CustomerPart,
  codes,
  linesOf,
  pageInput,
  text,
} from '#domains/staff/customers/part.ts';

/** Money and holdings, as their owner sees them, and why some of it can't be used. */
export const money: CustomerPart = {
  name: 'money',
  roles: ['treasury', 'risk'],
  facts: async (ask) => {
    const assets = await ask(OPERATIONS.userAssets, { currency: 'INR' });
    if (assets === undefined) return [];
    const { available, held, unsettled, withdrawable, nextUsableAtMs } = assets.stockCash;
    const settles = nextUsableAtMs === undefined ? undefined : { code: 'settles', untilMs: nextUsableAtMs };
    return [
      text('total', `${assets.total} ${assets.currency}`),
      text('profit', assets.profit),
      text('cashAvailable', available),
      because(text('cashHeld', held), isNone(held) ? undefined : { code: 'heldForOrders' }),
      because(text('cashUnsettled', unsettled), isNone(unsettled) ? undefined : settles),
      text('cashWithdrawable', withdrawable),
    ];
  },
  lists: {
    balances: async (ask) => {
      const assets = await ask(OPERATIONS.userAssets, { currency: 'INR' });
      const lines = (assets?.balances ?? []).map((one) => ({
        id: `${one.wallet} ${one.asset}`,
        cells: [
          codes('wallet', one.wallet),
          text('asset', one.asset),
          text('available', one.available),
          text('held', one.held),
          text('unsettled', one.unsettled),
          text('value', one.value),
        ],
      }));
      return { lines };
    },
    positions: async (ask) => {
      const stocks = await ask(OPERATIONS.stockHoldings, {});
      const coins = await ask(OPERATIONS.coinAssets, {});
      const lines = [...(stocks?.list ?? []), ...(coins?.positions ?? [])].map((one) => ({
        id: one.instrumentId,
        cells: [
          text('symbol', one.symbol),
          text('quantity', one.quantity),
          text('quantityHeld', one.quantityHeld),
          text('quantityUnsettled', one.quantityUnsettled),
          text('priceAverage', one.priceAverage),
          text('price', one.price),
          text('value', one.value),
          text('profit', one.profit),
        ],
      }));
      return { lines };
    },
  },
};

const isNone = (amount: string): boolean => /^0(\.0+)?$/.test(amount);

/** Every movement of funds with its cause, and the rule that a charge was made by. */
export const movements: CustomerPart = {
  name: 'movements',
  roles: ['treasury', 'risk', 'compliance'],
  facts: async () => [],
  lists: {
    movements: async (ask, page) =>
      linesOf(await ask(OPERATIONS.fundsMovements, pageInput(page)), (one) => ({
        id: one.id,
        cells: [
          at('at', one.atMs),
          codes('wallet', one.wallet),
          codes('bucket', one.bucket),
          text('asset', one.symbol ?? one.asset),
          text('amount', one.amount),
          codes('why', one.kind),
          text('charge', one.chargeName),
          text('order', one.orderId),
          text('rule', one.ruleVersion),
        ],
      })),
  },
};
