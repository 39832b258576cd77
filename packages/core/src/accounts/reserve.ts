import { blocksNothing } from '#accounts/gtt-funding.ts';
import { type CoverCode, coverText, missedCover } from '#checks/cover-checks.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import { type AssetBalance, assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue, usableWhen } from '#ledger/holdings.ts';
import { orderHold, takeHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, track } from '#ledger/recorder.ts';
import type { PricedOrder } from '#model/messages.ts';
import type { Order, OrderTerms } from '#model/order.ts';
import type { Refusal, RefusalCode } from '#model/refusal.ts';
import { heldAsset, productAsked, productOf, usualProduct } from '#products/list.ts';
import type { OrderAsk } from '#products/product.ts';
import { holdsRule, RULES_VERSION } from '#rules-version.ts';
import { type Amount, amount, formatDecimal, legOrderId, quantity, tradeValue } from '#values/index.ts';

/** Orders of one account that may rest or wait at the same time, GTTs beside them. */
const OPEN_ORDERS_MAX = 200;
const GTTS_MAX = 100;

/** All that the account's checks look at. */
interface Question {
  readonly account: Account;
  readonly order: Order;
  readonly priced: PricedOrder;
  /** Amount that the order must hold, and the amount there is for it once due lots are settled. */
  readonly needed: Amount;
  readonly usable: Amount;
  readonly unsettled: Amount;
  /** Orders of the account that are open, with those before it in its basket. */
  readonly openCount: number;
}

interface PreTradeCheck {
  readonly code: RefusalCode;
  readonly refuses: (question: Question) => boolean;
  readonly detail: (question: Question) => Readonly<Record<string, string>>;
}

/** The account's checks that need a price, in the order of rules 2.3: the first that refuses wins. */
const CHECKS: readonly PreTradeCheck[] = [
  {
    code: 'VALUE_MAX',
    refuses: isBeyondOwnValue,
    detail: ({ account, priced: { instrument } }) => ({
      valueMax: formatDecimal(account.row.row.orderValueMax ?? 0n, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'INSUFFICIENT_FUNDS',
    refuses: isShortBy('INSUFFICIENT_FUNDS'),
    detail: shortOf,
  },
  {
    code: 'INSUFFICIENT_HOLDINGS',
    refuses: isShortBy('INSUFFICIENT_HOLDINGS'),
    detail: shortOf,
  },
  {
    code: 'HOLDINGS_UNSETTLED',
    refuses: isShortBy('HOLDINGS_UNSETTLED'),
    detail: (question) => ({ ...shortOf(question), ...usableFrom(question) }),
  },
  {
    code: 'OPEN_ORDERS_MAX',
    refuses: ({ account, priced, openCount }) =>
      priced.validity !== 'ioc' && openCount >= (account.row.row.openOrdersMax ?? Number.POSITIVE_INFINITY),
    detail: ({ account }) => ({ limit: String(account.row.row.openOrdersMax) }),
  },
  {
    code: 'OPEN_ORDERS_MAX',
    refuses: ({ account, priced, openCount }) =>
      priced.validity !== 'ioc' &&
      openCount >= OPEN_ORDERS_MAX &&
      priced.terms?.origin !== 'gtt' &&
      openCount - gttCount(account) >= OPEN_ORDERS_MAX,
    detail: () => ({ limit: String(OPEN_ORDERS_MAX) }),
  },
  {
    code: 'GTT_MAX',
    refuses: ({ account, priced }) => priced.terms?.origin === 'gtt' && gttCount(account) >= GTTS_MAX,
    detail: () => ({ limit: String(GTTS_MAX) }),
  },
];

/** Whether an order that opens something is worth more at its limit than the account's own limit. */
function isBeyondOwnValue({ account, order, priced: { instrument } }: Question): boolean {
  const { orderValueMax, orderValueAsset } = account.row.row;
  if (orderValueMax === undefined || orderValueAsset !== instrument.quoteAsset) return false;
  const { priceLimit: price, quantity: whole } = order;
  const value = tradeValue({ price, quantity: whole, scales: instrument, rounding: 'up' });
  return value > orderValueMax && !productOf(instrument, order).closes(account, order);
}

function gttCount({ orders }: Account): number {
  let count = 0;
  for (const { row } of orders.values())
    if (row.terms?.origin === 'gtt' && row.state.name === 'new') count += 1;
  return count;
}

/** Reserves what a priced order can cost at most and opens it, or says why not; a refusal changes nothing. */
export function reserve(side: AccountSide, ask: OrderAsk, recorder: Recorder): Order | Refusal {
  const need = needOf(side, ask, recorder);
  return 'code' in need ? need : hold(ask, need, recorder);
}

/** Sets aside what was found to be there, and opens the order. */
export function hold(
  { account, priced }: Pick<OrderAsk, 'account' | 'priced'>,
  { order, assetBalance, needed }: Need,
  recorder: Recorder,
): Order {
  settleDue(account.holdings, recorder);
  const { waitsFor } = priced;
  const held = amount(0n);
  const opened = track<Order>({
    ...order,
    state: waitsFor ? { name: 'new', held, waitsFor } : { name: 'open', held },
  });
  replaceRow({ recorder, list: recorder.orders }, opened, opened.row);
  takeHold(orderHold(opened, assetBalance), needed, recorder);
  account.orders.set(order.id, opened);
  return opened.row;
}

/** Amount that a priced order would have to hold, and the balance it comes from. */
export interface Need {
  readonly order: Order;
  readonly needed: Amount;
  readonly assetBalance: AssetBalance;
}

/** When it would be, and where in a basket. */
interface NeedAt extends Pick<Recorder, 'sequence' | 'atMs'> {
  readonly rulesVersion?: number;
  readonly leg?: LegPlace;
}

/** The place of an order in its basket, and what those before it would have by then. */
export interface LegPlace {
  readonly index: number;
  readonly restingBefore: number;
  readonly claimedOf: (assetBalance: AssetBalance) => Amount;
}

/** The account's checks of a priced order. Changes nothing. */
export function needOf(side: AccountSide, ask: OrderAsk, at: NeedAt): Need | Refusal {
  const order = draft(side, ask, at);
  if ('code' in order) return order;
  const { account, priced } = ask;
  const { instrument, priceOpposite } = priced;
  const product = productOf(instrument, order);
  const assetBalance = assetBalanceOf(account.holdings, product.wallet, heldAsset(instrument, order));
  const due = dueAmount(account.holdings, assetBalance.available.assetId, at.atMs);
  const claimed = at.leg?.claimedOf(assetBalance) ?? 0n;
  const usable = amount(assetBalance.available.amount + due - claimed);
  const { rulesVersion = RULES_VERSION } = at;
  const needed = blocksNothing(order, instrument, { rulesVersion })
    ? amount(0n)
    : product.needed(side, order, { instrument, priceOpposite, usable });
  const unsettled = amount(assetBalance.unsettled.amount - due);
  const openCount = account.orders.size + (at.leg?.restingBefore ?? 0);
  const question: Question = { account, priced, order, needed, usable, unsettled, openCount };
  const check = CHECKS.find(({ refuses }) => refuses(question));
  return check ? { code: check.code, detail: check.detail(question) } : { order, needed, assetBalance };
}

function isShortBy(code: CoverCode): (question: Question) => boolean {
  return (question) => missedCover({ ...question, holdsMoney: paysMoney(question) }) === code;
}

function paysMoney({ order, priced }: Pick<Question, 'order' | 'priced'>): boolean {
  return productOf(priced.instrument, order).offer.holdsMoney(order.side);
}

function draft(side: AccountSide, ask: OrderAsk, at: NeedAt): Order | Refusal {
  const { sequence, atMs, leg, rulesVersion = RULES_VERSION } = at;
  const { account, command, priced } = ask;
  const none = amount(0n);
  const product = productAsked(priced.instrument, command);
  const ruleVersion = usualProduct(priced.instrument).ruleVersionNow(side.facts);
  const own = product.termsOf(side, ask, ruleVersion);
  if ('code' in own) return own;
  return {
    id: legOrderId(sequence, leg?.index ?? 0),
    accountId: command.accountId,
    environment: account.holdings.environment,
    instrumentId: command.instrumentId,
    clientId: command.clientId,
    side: command.side,
    type: command.orderType,
    validity: priced.validity,
    priceLimit: priced.priceLimit,
    quantity: command.quantity,
    quantityFilled: quantity(0n),
    turnoverTaken: none,
    turnoverMade: none,
    charges: {},
    fillCount: 0,
    ruleVersion,
    spotFeeTier: account.row.row.spotFeeTier,
    priority: sequence,
    placedAtMs: atMs,
    ...sentBy(ask, own, rulesVersion),
    ...(priced.terms && hasTerms(priced.terms) && { terms: priced.terms }),
    state: { name: 'open', held: none },
  };
}

/** Product terms and agent of an order: before agents were named, a square-off had its mark. */
function sentBy(
  { command: { agent }, priced: { terms } }: OrderAsk,
  own: Pick<Order, 'productTerms'>,
  rulesVersion: number,
): Pick<Order, 'agent' | 'productTerms'> {
  const named = agent ?? (terms?.origin === 'gtt' ? 'gtt' : undefined);
  if (holdsRule({ rulesVersion }, 'orderAgents')) return named ? { ...own, agent: named } : own;
  const { productTerms } = own;
  return productTerms ? { productTerms: { ...productTerms, isSquareOff: agent === 'squareOff' } } : own;
}

function hasTerms(terms: OrderTerms): boolean {
  return Object.keys(terms).length > 0;
}

function shortOf(question: Question): Record<string, string> {
  const { order, priced, needed, usable } = question;
  const { instrument } = priced;
  const scale = paysMoney(question) ? instrument.quoteScale : instrument.baseScale;
  return { assetId: heldAsset(instrument, order), ...coverText({ needed, usable }, scale) };
}

function usableFrom(question: Question): Record<string, string> {
  const { account, order, priced, needed } = question;
  const { holdings } = account;
  const { instrument } = priced;
  const { available } = assetBalanceOf(holdings, productOf(instrument, order).wallet, instrument.baseAsset);
  const usableAtMs = usableWhen(holdings, instrument.baseAsset, amount(needed - available.amount));
  return usableAtMs === undefined ? {} : { usableAtMs: String(usableAtMs) };
}
