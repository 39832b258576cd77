import { blocksNothing } from '#accounts/gtt-funding.ts';
import { freeHoldOf } from '#accounts/owed.ts';
import { countOpening, refuseOpeningOrder } from '#accounts/own-limits/own-limits.ts';
import { refuseOwnValue } from '#accounts/own-limits/own-value.ts';
import { type CoverCode, type CoverQuestion, coverText, missedCover } from '#checks/cover-checks.ts';
import { missedOrderCount } from '#checks/order-count-checks.ts';
import { type Account, type AccountSide, subAccountsOf } from '#ledger/account.ts';
import { type AssetBalance, assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue, usableWhen } from '#ledger/holdings.ts';
import { heldByOrder, orderHold, takeHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, track } from '#ledger/recorder.ts';
import { actsByRule } from '#model/agent.ts';
import type { PricedOrder } from '#model/messages.ts';
import type { Order, OrderConditions } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { heldAsset, productAsked, productOf, usualProduct } from '#products/list.ts';
import type { LossPlace, OrderAsk } from '#products/product.ts';
import { holdsRule, RULES_VERSION } from '#rules-version.ts';
import { type Amount, amount, assert, legOrderId, quantity } from '#values/index.ts';

/** All that the account's checks look at: the amounts count lots that are due as settled. */
interface Question extends CoverQuestion {
  readonly account: Account;
  readonly order: Order;
  readonly priced: PricedOrder;
}

function gttCount(orders: Iterable<Order>): number {
  let count = 0;
  for (const { conditions, state } of orders)
    if (conditions?.origin === 'gtt' && state.name === 'new') count += 1;
  return count;
}

/** Reserves what a priced order can cost at most and opens it, or says why not; a refusal changes nothing. */
export function reserve(side: AccountSide, ask: OrderAsk, recorder: Recorder): Order | Refusal {
  const need = needOf(side, ask, recorder);
  return 'code' in need ? need : hold(side, { ...ask, need }, recorder);
}

/** Holds what the checks have found to be there, and opens the order. */
export function hold(
  side: AccountSide,
  { account, priced, need }: Pick<OrderAsk, 'account' | 'priced'> & { readonly need: Need },
  recorder: Recorder,
): Order {
  const { order, assetBalance, needed } = need;
  const { holdings, orders } = account;
  assert(
    order.accountId === holdings.accountId && order.environment === holdings.environment,
    'Invariant: an order stands with the account that placed it',
  );
  assert(!orders.has(order.id), 'Invariant: an order opens once');
  settleDue(account.holdings, recorder);
  if (need.opens) countOpening(side, account, recorder);
  const { waitsFor } = priced;
  const held = amount(0n);
  const opened = track<Order>({
    ...order,
    state: waitsFor ? { name: 'new', held, waitsFor } : { name: 'open', held },
  });
  replaceRow({ recorder, list: recorder.orders }, opened, opened.row);
  takeHold(orderHold(opened, assetBalance), needed, recorder);
  assert(heldByOrder(opened.row) === needed, 'Invariant: an order opens with what it needs');
  account.orders.set(order.id, opened);
  side.expiring.add(order);
  return opened.row;
}

/** Amount that a priced order would have to hold, and the balance it comes from. */
export interface Need {
  readonly order: Order;
  readonly needed: Amount;
  readonly assetBalance: AssetBalance;
  /** Whether it opens something by the customer's own wish. */
  readonly opens: boolean;
}

/** When an order would be placed, and where in a basket. */
export interface NeedAt extends Pick<Recorder, 'sequence' | 'atMs'> {
  readonly rulesVersion?: number;
  readonly leg?: LegPlace;
  /** Ended orders that the command releases first: what they hold is free, and they count no more. */
  readonly released?: readonly Order[];
}

/** The place of an order in its basket, and what those before it would have by then. */
export interface LegPlace {
  readonly index: number;
  readonly restingBefore: number;
  readonly openingBefore: number;
  readonly claimedOf: (assetBalance: AssetBalance) => Amount;
}

/** Checks a priced order for its account; changes nothing. */
export function needOf(side: AccountSide, ask: OrderAsk, at: NeedAt): Need | Refusal {
  const order = draft(side, ask, at);
  if ('code' in order) return order;
  const { account, priced, command } = ask;
  const { instrument, priceOpposite } = priced;
  const product = productOf(instrument, order);
  const closes = product.closes(account, command, ask.at);
  const opens = !closes && !actsByRule(command);
  const ordersBefore = at.leg?.openingBefore ?? 0;
  const own = opens
    ? refuseOpeningOrder(side, account, { order, instrument, ordersBefore, atMs: at.atMs })
    : undefined;
  if (own) return own;
  const beyond = refuseOwnValue(account, order, { instrument, at: ask.at });
  if (beyond) return beyond;
  const assetBalance = assetBalanceOf(account.holdings, product.wallet, heldAsset(instrument, order));
  const due = dueAmount(account.holdings, assetBalance.available.assetId, at.atMs);
  const claimed = at.leg?.claimedOf(assetBalance) ?? 0n;
  const of = { wallet: product.wallet, assetId: assetBalance.available.assetId };
  const freed = at.released ? freedBy(side, account, { released: at.released, of }) : 0n;
  const usable = amount(assetBalance.available.amount + due + freed - claimed);
  const { rulesVersion = RULES_VERSION } = at;
  const needed = blocksNothing(order, instrument, { rulesVersion })
    ? amount(0n)
    : product.needed(side, order, { instrument, priceOpposite, usable });
  const unsettled = amount(assetBalance.unsettled.amount - due);
  // Precedence of rules 2.3: what is missing comes before how many there are.
  const question: Question = {
    account,
    priced,
    order,
    needed,
    usable,
    unsettled,
    holdsMoney: product.offer.holdsMoney(order.side),
  };
  const code = missedCover(question);
  if (code) return { code, detail: detailOf(code, question) };
  const isOneTooMany = refuseOneMore(side, ask, { ...at, closes });
  return isOneTooMany ?? { order, needed, assetBalance, opens };
}

/** Amount that the release of orders gives back to an account: nothing where they are another's. */
function freedBy(
  side: AccountSide,
  account: Account,
  { released, of }: { readonly released: readonly Order[]; readonly of: LossPlace },
): bigint {
  const { accountId } = account.row.row;
  return released.reduce(
    (sum, row) => sum + (row.accountId === accountId ? freeHoldOf(side, row, of) : 0n),
    0n,
  );
}

/** Whether the account may have one more order that rests or waits. */
function refuseOneMore(
  side: AccountSide,
  { account, command, priced }: OrderAsk,
  { rulesVersion = RULES_VERSION, leg, closes, released = [] }: NeedAt & { readonly closes: boolean },
): Refusal | undefined {
  const stays = priced.isCollected === true || priced.waitsFor !== undefined;
  const isCountedIoc = stays && holdsRule({ rulesVersion }, 'collectedOrdersCount');
  if (priced.validity === 'ioc' && !isCountedIoc) return undefined;
  const { accountId, parentId, openOrdersMax } = account.row.row;
  const own = released.filter((row) => row.accountId === accountId);
  const restingBefore = leg?.restingBefore ?? 0;
  const isCounted = parentId !== undefined && holdsRule({ rulesVersion }, 'familyOrderCount');
  const mayClose = holdsRule({ rulesVersion }, 'closingPastOrderCount');
  const missed = missedOrderCount({
    openCount: account.orders.size - own.length + restingBefore,
    familyCount: isCounted
      ? orderCountOf(subAccountsOf(side, parentId)) - released.length + restingBefore
      : undefined,
    gttCount: () => gttCount(rowsOf(account)) - gttCount(own),
    openOrdersMax,
    isGtt: priced.conditions?.origin === 'gtt',
    closes: closes && mayClose,
    actsByRule: actsByRule(command),
  });
  return missed && { code: missed.code, detail: { limit: String(missed.limit) } };
}

function* rowsOf({ orders }: Account): Iterable<Order> {
  for (const { row } of orders.values()) yield row;
}

function orderCountOf(accounts: readonly Account[]): number {
  return accounts.reduce((sum, { orders }) => sum + orders.size, 0);
}

function draft(side: AccountSide, ask: OrderAsk, at: NeedAt): Order | Refusal {
  const { sequence, atMs, leg, rulesVersion = RULES_VERSION } = at;
  const { account, command, priced } = ask;
  const none = amount(0n);
  const product = productAsked(priced.instrument, command);
  const ruleVersion = usualProduct(priced.instrument).ruleVersionNow(side.facts, priced.instrument);
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
    ...(priced.conditions && hasConditions(priced.conditions) && { conditions: priced.conditions }),
    state: { name: 'open', held: none },
  };
}

/**
 * Product terms and agent of an order. Replay before
 * `orderAgents`: a square-off had a mark in its product terms.
 */
function sentBy(
  { command: { agent }, priced: { conditions } }: OrderAsk,
  own: Pick<Order, 'productTerms'>,
  rulesVersion: number,
): Pick<Order, 'agent' | 'productTerms'> {
  const named = agent ?? (conditions?.origin === 'gtt' ? 'gtt' : undefined);
  if (holdsRule({ rulesVersion }, 'orderAgents')) return named ? { ...own, agent: named } : own;
  const { productTerms } = own;
  return productTerms ? { productTerms: { ...productTerms, isSquareOff: agent === 'squareOff' } } : own;
}

function hasConditions(conditions: OrderConditions): boolean {
  return Object.keys(conditions).length > 0;
}

function detailOf(code: CoverCode, question: Question): Record<string, string> {
  const short = shortOf(question);
  return code === 'HOLDINGS_UNSETTLED' ? { ...short, ...usableFrom(question) } : short;
}

function shortOf({ order, priced, needed, usable, holdsMoney }: Question): Record<string, string> {
  const { instrument } = priced;
  const scale = holdsMoney ? instrument.quoteScale : instrument.baseScale;
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
