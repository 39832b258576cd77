import * as z from 'zod/mini';
import {
  confirmLargeInput,
  countryInput,
  cursorInput,
  decimal,
  empty,
  instant,
  instantInput,
  instrumentIdInput,
  instrumentIdsInput,
  limitInput,
  listOf,
  marketLabel,
  nothing,
} from '#fields.ts';
import {
  bookField,
  candleList,
  candlesInput,
  instrumentInput,
  instrumentProfile,
  instrumentRow,
  tradeList,
  tradesInput,
} from '#market.ts';
import { operation } from '#operation.ts';
import { stockOrderTypes, stockValidities } from '#products/delivery/delivery.ts';
import { lotField } from '#products/delivery/lot.ts';
import { intradayPositionField } from '#products/intraday/position.ts';
import { stockProducts } from '#products/list.ts';
import { fillOpeningField, withReceipt } from '#proof.ts';
import { API_KEY_CAPS } from '#refusals.ts';
import {
  fillField,
  fillListInput,
  orderConditionsInput,
  orderField,
  orderList,
  orderNameInput,
  orderRefusals,
  orderWithFills,
  placedField,
  positionField,
  stockOrderListInput,
  todayOfAssetField,
} from '#trading.ts';

const instrumentList = z.object({ ...listOf(instrumentRow).shape, market: marketLabel });
const stockOrderRefusals = [
  ...orderRefusals,
  ...API_KEY_CAPS,
  'SESSION_CLOSED',
  'CONFIRM_LARGE_ORDER',
] as const;

export const countryList = operation({
  name: 'countryList',
  method: 'GET',
  path: '/stock/index/country/list',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Countries whose stocks are listed.',
  input: empty,
  output: z.object({
    list: z.array(
      z.object({ country: z.string(), name: z.string(), currency: z.string(), areaCode: z.string() }),
    ),
  }),
  refusals: [],
});
export const indicesList = operation({
  name: 'indicesList',
  method: 'GET',
  path: '/stock/index/indices/list',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Indices with their values.',
  input: z.strictObject({ country: countryInput }),
  output: instrumentList,
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockList = operation({
  name: 'stockList',
  method: 'GET',
  path: '/stock/index/list',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Stocks, sorted and filtered.',
  input: z.strictObject({
    country: countryInput,
    sector: z.optional(z.string().check(z.maxLength(40))),
    sort: z.optional(z.enum(['symbol', 'price', 'change', 'turnover'])),
    direction: z.optional(z.enum(['up', 'down'])),
    indexId: z.optional(instrumentIdInput),
    /** Only those of these that are stocks; another id among them is left out. */
    among: z.optional(instrumentIdsInput),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: z.object({ ...instrumentList.shape, sectors: z.array(z.string()) }),
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockHot = operation({
  name: 'stockHot',
  method: 'GET',
  path: '/stock/index/list/hot',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Movers: most traded, most risen, most fallen.',
  input: z.strictObject({
    country: countryInput,
    by: z.optional(z.enum(['turnover', 'up', 'down'])),
    limit: limitInput,
  }),
  output: instrumentList,
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockSearch = operation({
  name: 'stockSearch',
  method: 'GET',
  path: '/stock/index/search',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary:
    'Stocks, indices and coins by symbol, name, sector or pair; best match first, slips of the keys forgiven.',
  input: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(40)), limit: limitInput }),
  output: instrumentList,
  refusals: [],
});
export const stockInfo = operation({
  name: 'stockInfo',
  method: 'GET',
  path: '/stock/index/info',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'One stock or index whole.',
  input: instrumentInput,
  output: z.object({ ...instrumentProfile.shape, members: z.optional(z.array(instrumentRow)) }),
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const stockCandles = operation({
  name: 'stockCandles',
  method: 'POST',
  path: '/stock/index/candles',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Candles before a moment, oldest first.',
  input: candlesInput,
  output: candleList,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const stockTrades = operation({
  name: 'stockTrades',
  method: 'POST',
  path: '/stock/index/trades',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Newest trades of the tape.',
  input: tradesInput,
  output: tradeList,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const stockBooks = operation({
  name: 'stockBooks',
  method: 'POST',
  path: '/stock/index/books',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Order book of the caller’s environment, 20 levels a side.',
  input: instrumentInput,
  output: bookField,
  refusals: ['INSTRUMENT_UNKNOWN'],
});

const stockOrderInput = z.strictObject({
  ...orderConditionsInput.shape,
  type: z.enum(stockOrderTypes),
  validity: z.enum(stockValidities),
  /** For validity `ttl`: it ends after so many minutes, or with the session. */
  ttlMinutes: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number of minutes'))),
  /**
   * Taken while the market is closed (16:10 to 08:55) for its next session: a limit order of validity `day`.
   */
  afterMarket: z.optional(z.enum(['true', 'false'])),
  /** Delivery unless it says `MIS`. */
  product: z.optional(z.enum(stockProducts)),
  confirmLarge: confirmLargeInput,
});
export const stockBuy = operation({
  name: 'stockBuy',
  method: 'POST',
  path: '/stock/order/buy',
  effect: 'command',
  role: 'customer',
  apiKey: 'trade',
  summary: 'Places a buy order, for delivery or within the day.',
  input: stockOrderInput,
  output: placedField,
  refusals: [...stockOrderRefusals, 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_HOLDINGS'],
});
export const stockSell = operation({
  name: 'stockSell',
  method: 'POST',
  path: '/stock/order/sell',
  effect: 'command',
  role: 'customer',
  apiKey: 'trade',
  summary: 'Places a sell order, for delivery or within the day.',
  input: stockOrderInput,
  output: placedField,
  refusals: [...stockOrderRefusals, 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_HOLDINGS', 'HOLDINGS_UNSETTLED'],
});
export const stockOrders = operation({
  name: 'stockOrders',
  method: 'GET',
  path: '/stock/order/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own stock orders, newest first.',
  input: stockOrderListInput,
  output: orderList,
  refusals: [],
});
export const stockOrderInfo = operation({
  name: 'stockOrderInfo',
  method: 'GET',
  path: '/stock/order/info',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'One own stock order with its fills, by id or by client id.',
  input: orderNameInput,
  output: orderWithFills,
  refusals: ['ORDER_UNKNOWN'],
});
export const stockCancel = operation({
  name: 'stockCancel',
  method: 'GET',
  path: '/stock/order/cancel',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  apiKey: 'trade',
  summary: 'Cancels an own open stock order, by id or by client id.',
  input: orderNameInput,
  output: z.object({ order: orderField, ...withReceipt }),
  refusals: ['ORDER_UNKNOWN', 'ORDER_NOT_OPEN', 'AUCTION_LOCKED', 'BOOK_BUSY'],
});
export const stockFills = operation({
  name: 'stockFills',
  method: 'POST',
  path: '/stock/order/trade/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own stock fills, newest first.',
  input: fillListInput,
  output: listOf(fillField),
  refusals: [],
});
export const stockStatistics = operation({
  name: 'stockStatistics',
  method: 'GET',
  path: '/stock/order/statistics',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Realised profit by day, month or instrument, net of charges.',
  input: z.strictObject({
    country: countryInput,
    by: z.optional(z.enum(['day', 'month', 'instrument'])),
    fromMs: instantInput,
    toMs: instantInput,
  }),
  output: z.object({
    asset: z.string(),
    profitRealised: decimal,
    charges: decimal,
    turnover: decimal,
    list: z.array(
      z.object({
        key: z.string(),
        profitRealised: decimal,
        charges: decimal,
        turnover: decimal,
        fills: z.number(),
      }),
    ),
  }),
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockHoldings = operation({
  name: 'stockHoldings',
  method: 'GET',
  path: '/stock/hold/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own stock positions at the last prices.',
  input: z.strictObject({ country: countryInput }),
  output: z.object({
    list: z.array(positionField),
    /** Open within the day on margin; in none of the sums. */
    intraday: z.array(intradayPositionField),
    /** Currency of the sums: that of the country, rupees where none is named. */
    asset: z.string(),
    value: decimal,
    cost: decimal,
    profit: decimal,
    profitToday: decimal,
    /** Of today, by the asset of the prices: what is held, what was sold, and within the day. */
    today: z.array(todayOfAssetField),
  }),
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockHolding = operation({
  name: 'stockHolding',
  method: 'GET',
  path: '/stock/hold/info',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'One position with its lots, charges and fills.',
  input: instrumentInput,
  output: z.object({
    position: positionField,
    lots: z.array(lotField),
    fills: z.array(fillField),
    charges: decimal,
  }),
  refusals: ['NOT_FOUND', 'INSTRUMENT_UNKNOWN'],
});

export const stockCollectAdd = operation({
  name: 'stockCollectAdd',
  method: 'POST',
  path: '/stock/collect/add',
  effect: 'command',
  role: 'customer',
  summary: 'Puts a stock or index on the watchlist.',
  input: instrumentInput,
  output: nothing,
  refusals: ['INSTRUMENT_UNKNOWN', 'WATCHLIST_FULL'],
});
export const stockCollectDel = operation({
  name: 'stockCollectDel',
  method: 'POST',
  path: '/stock/collect/del',
  effect: 'command',
  role: 'customer',
  summary: 'Takes it off the watchlist.',
  input: instrumentInput,
  output: nothing,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const stockCollectList = operation({
  name: 'stockCollectList',
  method: 'POST',
  path: '/stock/collect/list',
  effect: 'read',
  role: 'customer',
  summary: 'The watchlist: stocks, indices and coins, newest first.',
  input: empty,
  output: instrumentList,
  refusals: [],
});

export const fillEvidence = operation({
  name: 'fillEvidence',
  method: 'GET',
  path: '/user/fill/evidence',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Why this price: what the order met, from the open journal.',
  input: z.strictObject({ id: z.string().check(z.regex(/^\d{1,16}-\d{1,6}$/, 'must be the id of a fill')) }),
  output: z.object({
    fill: fillField,
    sequence: z.number(),
    journalHash: z.string(),
    ruleVersion: z.string(),
    command: z.string(),
    /** The opposite side of the book as the order met it, best first: price, quantity, whose. */
    levels: z.array(
      z.object({
        price: decimal,
        quantity: decimal,
        owner: z.enum(['marketMaker', 'customer']),
        taken: decimal,
      }),
    ),
    committedAtMs: instant,
    /** All that is needed to derive the fill again without believing the server. */
    opening: fillOpeningField,
  }),
  refusals: ['NOT_FOUND'],
});
