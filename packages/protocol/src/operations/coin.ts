import * as z from 'zod/mini';
import {
  cursorInput,
  decimal,
  decimalInput,
  empty,
  instant,
  instantInput,
  instrumentIdInput,
  limitInput,
  listOf,
  marketLabel,
  nothing,
  percentInput,
  sideInput,
} from '#fields.ts';
import {
  bookField,
  candleList,
  candlesInput,
  instrumentInput,
  instrumentProfile,
  instrumentRow,
  tickerFields,
  tradeList,
  tradesInput,
} from '#market.ts';
import { operation } from '#operation.ts';
import { SHOWN_CURRENCIES } from '#portfolio.ts';
import { assetParts, walletField } from '#products/list.ts';
import { feeTierField } from '#products/spot/fee-tier.ts';
import { spotOrderTypes, spotValidities } from '#products/spot/spot.ts';
import { withReceipt } from '#proof.ts';
import { API_KEY_CAPS } from '#refusals.ts';
import {
  balanceField,
  currencyRateField,
  fillField,
  fillListInput,
  orderConditionsInput,
  orderField,
  orderList,
  orderListInput,
  orderNameInput,
  orderRefusals,
  orderWithFills,
  placedField,
  positionField,
  rateField,
  todayField,
  todayOfAssetField,
} from '#trading.ts';

export const coinInfos = operation({
  name: 'coinInfos',
  method: 'POST',
  path: '/coin/infos',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Coin instruments; one of them whole when an id is given.',
  input: z.strictObject({
    instrumentId: z.optional(instrumentIdInput),
    quote: z.optional(z.enum(['USDT', 'INR'])),
  }),
  output: z.object({
    list: z.array(instrumentRow),
    info: z.optional(instrumentProfile),
    market: marketLabel,
  }),
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinTickers = operation({
  name: 'coinTickers',
  method: 'POST',
  path: '/coin/tickers',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Tickers of all coin instruments.',
  input: empty,
  output: z.object({ list: z.array(tickerFields), market: marketLabel }),
  refusals: [],
});
export const coinTicker = operation({
  name: 'coinTicker',
  method: 'POST',
  path: '/coin/ticker',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Ticker of one coin instrument.',
  input: instrumentInput,
  output: tickerFields,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinCandles = operation({
  name: 'coinCandles',
  method: 'POST',
  path: '/coin/candles',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Candles before a moment, oldest first.',
  input: candlesInput,
  output: candleList,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinTrades = operation({
  name: 'coinTrades',
  method: 'POST',
  path: '/coin/trades',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Newest trades of the tape.',
  input: tradesInput,
  output: tradeList,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinBooks = operation({
  name: 'coinBooks',
  method: 'POST',
  path: '/coin/books',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Order book of the caller’s environment, 20 levels a side.',
  input: instrumentInput,
  output: bookField,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinAssets = operation({
  name: 'coinAssets',
  method: 'POST',
  path: '/coin/assets',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Coin balances of the currency account and the contract account, with spot positions.',
  input: empty,
  output: z.object({
    asset: z.string(),
    value: decimal,
    spot: z.array(balanceField),
    perpetual: z.array(balanceField),
    positions: z.array(positionField),
    today: z.array(todayOfAssetField),
    feeTier: feeTierField,
  }),
  refusals: [],
});
export const coinCollectAdd = operation({
  name: 'coinCollectAdd',
  method: 'POST',
  path: '/coin/collect/add',
  effect: 'command',
  role: 'customer',
  summary: 'Puts a coin on the watchlist.',
  input: instrumentInput,
  output: nothing,
  refusals: ['INSTRUMENT_UNKNOWN', 'WATCHLIST_FULL'],
});
export const coinCollectDel = operation({
  name: 'coinCollectDel',
  method: 'POST',
  path: '/coin/collect/del',
  effect: 'command',
  role: 'customer',
  summary: 'Takes it off the watchlist.',
  input: instrumentInput,
  output: nothing,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const coinOrderAdd = operation({
  name: 'coinOrderAdd',
  method: 'POST',
  path: '/coin/order/add',
  effect: 'command',
  role: 'customer',
  apiKey: 'trade',
  summary: 'Places a spot order.',
  input: z.strictObject({
    ...orderConditionsInput.shape,
    side: sideInput,
    type: z.enum(spotOrderTypes),
    validity: z.enum(spotValidities),
    /** For a trailing stop: how far it stays behind the price, 0.1 to 10 percent. */
    trailPercent: z.optional(percentInput),
    /** A bracket around a purchase, market or limit: a gain, and one stop, at a price or trailing. */
    takeProfitPrice: z.optional(decimalInput),
    stopLossPrice: z.optional(decimalInput),
    stopLossTrailPercent: z.optional(percentInput),
    /** For validity `gtd`: at most 90 days ahead. */
    expiresAtMs: instantInput,
  }),
  output: placedField,
  refusals: [
    ...orderRefusals,
    ...API_KEY_CAPS,
    'TP_SL_SIDE',
    'TRAIL',
    'WOULD_TAKE',
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_HOLDINGS',
  ],
});
export const coinOrders = operation({
  name: 'coinOrders',
  method: 'POST',
  path: '/coin/order/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own spot orders, newest first.',
  input: orderListInput,
  output: orderList,
  refusals: [],
});
export const coinOrderQuery = operation({
  name: 'coinOrderQuery',
  method: 'POST',
  path: '/coin/order/query',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'One own spot order with its fills, by id or by client id.',
  input: orderNameInput,
  output: orderWithFills,
  refusals: ['ORDER_UNKNOWN'],
});
export const coinFills = operation({
  name: 'coinFills',
  method: 'POST',
  path: '/coin/order/trade/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own spot fills, newest first.',
  input: fillListInput,
  output: listOf(fillField),
  refusals: [],
});
export const coinOrderClose = operation({
  name: 'coinOrderClose',
  method: 'POST',
  path: '/coin/order/close',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  apiKey: 'trade',
  summary: 'Cancels an own open spot order, by id or by client id.',
  input: orderNameInput,
  output: z.object({ order: orderField, ...withReceipt }),
  refusals: ['ORDER_UNKNOWN', 'ORDER_NOT_OPEN', 'BOOK_BUSY'],
});

export const userAssets = operation({
  name: 'userAssets',
  method: 'POST',
  path: '/user/assets',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Totals and parts of all accounts in the chosen currency.',
  input: z.strictObject({ currency: z.optional(z.enum(SHOWN_CURRENCIES)) }),
  output: z.object({
    currency: z.string(),
    total: decimal,
    profitToday: decimal,
    profitTodayPercent: decimal,
    today: todayField,
    rate: z.optional(rateField),
    currencyRates: z.array(currencyRateField),
    profit: decimal,
    parts: z.array(
      z.object({
        part: z.enum(assetParts),
        value: decimal,
        share: decimal,
      }),
    ),
    balances: z.array(balanceField),
    /** Cash of the stock side that may be spent now, stands behind orders, or becomes usable, and when. */
    stockCash: z.object({
      /** The currency of the totals where shares are traded in it, else home's. */
      asset: z.string(),
      available: decimal,
      held: decimal,
      unsettled: decimal,
      withdrawable: decimal,
      nextUsableAtMs: z.optional(instant),
      /** Sale proceeds on their way, soonest first: when they may be traded with, and be withdrawn. */
      arriving: z.array(z.object({ amount: decimal, usableAtMs: instant, withdrawableAtMs: instant })),
      /** When more of what is available may be withdrawn; absent where all of it may. */
      nextWithdrawableAtMs: z.optional(instant),
    }),
    atMs: instant,
  }),
  refusals: [],
});

export const fundsMovements = operation({
  name: 'fundsMovements',
  method: 'GET',
  path: '/user/tx/record',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Every funds movement with its cause and the balance after it, newest first.',
  input: z.strictObject({
    wallet: z.optional(walletField),
    asset: z.optional(z.string().check(z.regex(/^[A-Z0-9:-]{1,24}$/))),
    fromMs: instantInput,
    toMs: instantInput,
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: listOf(
    z.object({
      id: z.string(),
      wallet: walletField,
      bucket: z.enum(['available', 'held', 'unsettled']),
      asset: z.string(),
      amount: decimal,
      /** The bucket's balance of the asset right after this movement. */
      balanceAfter: decimal,
      kind: z.string(),
      chargeName: z.optional(z.string()),
      symbol: z.optional(z.string()),
      orderId: z.optional(z.string()),
      ruleVersion: z.optional(z.string()),
      atMs: instant,
    }),
  ),
  refusals: [],
});
