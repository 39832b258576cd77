import { OPERATIONS, type OwnIntradayPosition, type OwnPosition } from '@tarazu/protocol';
import {
  at,
  because,
  type CustomerLine,
  type CustomerPart,
  codes,
  linesOf,
  pageInput,
  text,
} from '#domains/staff/customers/part.ts';
import { reply } from '#ports.ts';
import { intraday } from '#products/intraday/intraday.ts';

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
      text('profit', `${assets.profit} ${assets.currency}`),
      text('cashAvailable', `${available} INR`),
      because(text('cashHeld', `${held} INR`), isNone(held) ? undefined : { code: 'heldForOrders' }),
      because(text('cashUnsettled', `${unsettled} INR`), isNone(unsettled) ? undefined : settles),
      text('cashWithdrawable', `${withdrawable} INR`),
    ];
  },
  lists: {
    balances: async (ask) => {
      const assets = await ask.forReply(OPERATIONS.userAssets, { currency: 'INR' });
      if (!assets.ok) return assets;
      const lines = assets.data.balances.map((one) => ({
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
      return reply({ lines });
    },
    positions: async (ask) => {
      const stocks = await ask.forReply(OPERATIONS.stockHoldings, {});
      if (!stocks.ok) return stocks;
      const coins = await ask.forReply(OPERATIONS.coinAssets, {});
      if (!coins.ok) return coins;
      const held = [...stocks.data.list, ...coins.data.positions];
      return reply({ lines: [...held.map(lineOfHeld), ...stocks.data.intraday.map(lineOfIntraday)] });
    },
  },
};

const lineOfHeld = (one: OwnPosition): CustomerLine => ({
  id: one.instrumentId,
  cells: [
    text('symbol', one.symbol),
    text('quantity', one.quantity),
    text('quantityHeld', one.quantityHeld),
    text('quantityUnsettled', one.quantityUnsettled),
    ...worthOf(one),
  ],
});

/** One share may be held, and be open within the day besides: two lines. */
const lineOfIntraday = (one: OwnIntradayPosition): CustomerLine => ({
  id: `${one.instrumentId} ${intraday.wireName}`,
  cells: [
    text('symbol', one.symbol),
    text('product', intraday.wireName),
    text('quantity', one.quantity),
    ...worthOf(one),
    codes('side', one.side),
    text('margin', one.margin),
  ],
});

const worthOf = (one: Pick<OwnPosition, 'priceAverage' | 'price' | 'value' | 'profit'>) => [
  text('priceAverage', one.priceAverage),
  text('price', one.price),
  text('value', one.value),
  text('profit', one.profit),
];

const isNone = (amount: string): boolean => /^0(\.0+)?$/.test(amount);

/** Every movement of funds with its cause, and the rule that a charge was made by. */
export const movements: CustomerPart = {
  name: 'movements',
  roles: ['treasury', 'risk', 'compliance'],
  facts: async () => [],
  lists: {
    movements: async (ask, page) =>
      linesOf(await ask.forReply(OPERATIONS.fundsMovements, pageInput(page)), (one) => ({
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
