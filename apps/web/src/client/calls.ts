import { MINUTE_MS } from '@tarazu/core/units';
import type { InputOf, OperationName, Operations, OutputOf } from '@tarazu/protocol';

/**
 * Method and path of each call, all that the app needs of the protocol at run
 * time: the schemas would bring 4 KB of zod and every field of every call into
 * the first load. calls.test.ts holds this table against the protocol's records.
 */
export const CALLS = {
  captchaNew: 'POST /common/captcha',
  codeSend: 'POST /common/code/send',
  register: 'POST /user/register',
  login: 'POST /user/login',
  demoEnter: 'POST /user/demo',
  demoReset: 'POST /user/demo/reset',
  passwordReset: 'POST /user/password/reset',
  logout: 'POST /user/logout',
  loginInfo: 'GET /user/login/info',
  userInfo: 'POST /user/info',
  userUpdate: 'POST /user/update',
  userAuth: 'GET /user/auth',
  sessionEnd: 'POST /user/session/end',
  stepUpStart: 'POST /user/stepup/start',
  stepUpAnswer: 'POST /user/stepup/answer',
  securityInfo: 'GET /user/security',
  securityCodeSend: 'POST /user/security/code',
  passwordUpdate: 'POST /user/update/password',
  signInList: 'GET /user/security/signins',
  contactCodeSend: 'POST /user/security/contact/code',
  emailUpdate: 'POST /user/update/email',
  phoneUpdate: 'POST /user/update/phone',
  mailWordUpdate: 'POST /user/security/word',
  passkeyAsk: 'POST /user/passkey/ask',
  passkeyLogin: 'POST /user/login/passkey',
  passkeyBegin: 'POST /user/passkey/begin',
  passkeyAdd: 'POST /user/passkey/add',
  passkeyRename: 'POST /user/passkey/name',
  passkeyRemove: 'POST /user/passkey/remove',
  totpBegin: 'POST /user/factor/totp/begin',
  totpConfirm: 'POST /user/factor/totp/confirm',
  totpRemove: 'POST /user/factor/totp/remove',
  recoveryCodesNew: 'POST /user/factor/codes',
  freezeSet: 'POST /user/freeze',
  freezeLift: 'POST /user/freeze/lift',
  freezeByLink: 'POST /user/freeze/link',
  noticeList: 'GET /user/notice',
  noticeRead: 'POST /user/notice/read',

  props: 'GET /common/props',
  prop: 'GET /common/prop',
  platformNotices: 'GET /index/notice',
  ads: 'GET /index/ads',
  news: 'GET /index/news',
  newsInfo: 'GET /index/news/info',
  sandboxOutbox: 'GET /sandbox/outbox',

  countryList: 'GET /stock/index/country/list',
  indicesList: 'GET /stock/index/indices/list',
  stockList: 'GET /stock/index/list',
  stockHot: 'GET /stock/index/list/hot',
  stockSearch: 'GET /stock/index/search',
  stockCompany: 'GET /stock/index/company',
  stockInfo: 'GET /stock/index/info',
  stockCandles: 'POST /stock/index/candles',
  stockTrades: 'POST /stock/index/trades',
  stockBooks: 'POST /stock/index/books',
  stockBuy: 'POST /stock/order/buy',
  stockSell: 'POST /stock/order/sell',
  stockOrders: 'GET /stock/order/list',
  stockOrderInfo: 'GET /stock/order/info',
  stockCancel: 'GET /stock/order/cancel',
  stockFills: 'POST /stock/order/trade/list',
  stockStatistics: 'GET /stock/order/statistics',
  stockHoldings: 'GET /stock/hold/list',
  stockHolding: 'GET /stock/hold/info',
  stockCollectAdd: 'POST /stock/collect/add',
  stockCollectDel: 'POST /stock/collect/del',
  stockCollectList: 'POST /stock/collect/list',
  watchlists: 'GET /watchlist/list',
  watchlistAdd: 'POST /watchlist/add',
  watchlistRename: 'POST /watchlist/rename',
  watchlistDel: 'POST /watchlist/del',
  watchlistsOrder: 'POST /watchlist/order',
  watchlistItems: 'GET /watchlist/item/list',
  watchlistItemAdd: 'POST /watchlist/item/add',
  watchlistItemDel: 'POST /watchlist/item/del',
  watchlistItemsOrder: 'POST /watchlist/item/order',
  fillEvidence: 'GET /user/fill/evidence',
  fillProof: 'GET /user/fill/proof',

  proofHead: 'GET /proof/head',
  proofHeads: 'GET /proof/heads',
  proofAuctionEnd: 'GET /proof/auctionEnd',
  proofAuctionEnds: 'GET /proof/auctionEnds',
  proofMarketDays: 'GET /proof/marketDays',
  proofConsistency: 'GET /proof/consistency',
  proofInclusion: 'GET /proof/inclusion',
  proofOrderMark: 'GET /proof/orderMark',

  coinInfos: 'POST /coin/infos',
  coinTickers: 'POST /coin/tickers',
  coinTicker: 'POST /coin/ticker',
  coinCandles: 'POST /coin/candles',
  coinTrades: 'POST /coin/trades',
  coinBooks: 'POST /coin/books',
  coinAssets: 'POST /coin/assets',
  coinCollectAdd: 'POST /coin/collect/add',
  coinCollectDel: 'POST /coin/collect/del',
  coinOrderAdd: 'POST /coin/order/add',
  coinOrders: 'POST /coin/order/list',
  coinOrderQuery: 'POST /coin/order/query',
  coinFills: 'POST /coin/order/trade/list',
  coinOrderClose: 'POST /coin/order/close',

  stockModify: 'POST /stock/order/modify',
  coinModify: 'POST /coin/order/modify',
  orderCancelAll: 'POST /order/cancel/all',
  gttAdd: 'POST /gtt/add',
  gttList: 'GET /gtt/list',
  gttCancel: 'POST /gtt/cancel',

  basketPreview: 'POST /order/basket/preview',
  basketPlace: 'POST /order/basket/place',

  alertAdd: 'POST /alert/add',
  alertSet: 'POST /alert/set',
  alertList: 'GET /alert/list',
  alertDel: 'POST /alert/del',

  chatThreads: 'GET /chat/list',
  chatMessages: 'GET /chat/messages',
  chatSend: 'POST /chat/send',
  chatAskPerson: 'POST /chat/person',
  chatRead: 'POST /chat/read',
  chatClose: 'POST /chat/close',

  staffDays: 'GET /proof/staffDays',
  staffActs: 'GET /user/staff/acts',

  userAssets: 'POST /user/assets',
  fundsMovements: 'GET /user/tx/record',

  stockNoteList: 'GET /stock/note/list',
  stockNoteInfo: 'GET /stock/note/info',
  stockNoteFile: 'GET /stock/note/file',
  rightsList: 'GET /stock/order/rights/list',
  rightsApply: 'POST /stock/order/rights/apply',
  pointChangeLog: 'POST /user/point/change/log',
  userStatement: 'GET /user/statement',
  userStatementFile: 'GET /user/statement/file',
  userPortfolio: 'GET /user/portfolio',
  userPortfolioHistory: 'GET /user/portfolio/history',
  userPortfolioDays: 'GET /user/portfolio/days',
} as const satisfies Record<OperationName, `${'GET' | 'POST'} /${string}`>;

export type CallName = OperationName;
export type CallInput<Name extends CallName> = InputOf<Operations[Name]>;
export type CallOutput<Name extends CallName> = OutputOf<Operations[Name]>;

/** As in the protocol; the test holds them against it. */
export const API_PREFIX = '/ipop-api';
export const REQUEST_TIMEOUT_MS = MINUTE_MS;
export const STREAM_PATH = '/ipop-api/stream';
/** Code of a reply that asks for a sign-in, and of one that is only a toast. */
export const SIGN_IN_CODE = -1000;
export const TOAST_CODE = -1001;
