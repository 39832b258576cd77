import { reducesRisk } from '#accounts/reduces-risk.ts';
import { type LegPlace, type Need, needOf } from '#accounts/reserve.ts';
import { refuseSender } from '#accounts/sender-checks.ts';
import { endedInTheWay, ordersAt } from '#commands/orders/ended-orders.ts';
import { endedIn } from '#commands/orders/expired.ts';
import { admit } from '#instruments/admit.ts';
import type { InstrumentSide } from '#instruments/instrument-side.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import type { AssetBalance } from '#ledger/cells.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import type { OrderBasket, OrderPlace } from '#model/commands/order-commands.ts';
import type { PricedOrder } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { productOf } from '#products/list.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { type Amount, amount, assert, type InstantMs, type Price } from '#values/index.ts';

/** Amount that an order would set aside, and the worst price at which it could fill. */
export interface OrderForecast {
  readonly assetId: string;
  readonly held: Amount;
  readonly priceLimit: Price;
  /** Of the whole order at its worst price, all of it taken at once. */
  readonly charges: Amount;
}

/** A leg that passed all checks, with what it must hold. */
export interface CheckedLeg {
  readonly priced: PricedOrder;
  readonly need: Need;
}

/** Both owners, of which neither reads the other's state, and when it is. */
interface Checking {
  readonly accountSide: AccountSide;
  readonly instrumentSide: InstrumentSide;
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
  /** Ended orders that the command releases first. */
  readonly released?: readonly Order[];
}

/**
 * A check of orders; where ended orders alone are in their way it is made as if those were released, and says
 * which they are.
 */
export function checkAmongEnded(
  checking: Checking,
  account: Account,
  check: (checking: Checking) => readonly (CheckedLeg | Refusal)[],
): { readonly checked: readonly (CheckedLeg | Refusal)[]; readonly released: readonly Order[] } {
  const checked = check(checking);
  const refusal = checked.find((one) => 'code' in one);
  const { accountSide, instrumentSide, atMs, rulesVersion } = checking;
  const state = { accountSide, instrumentSide };
  const released = refusal
    ? endedInTheWay({ state, recorder: { atMs, rulesVersion } }, account, refusal)
    : [];
  if (released.length === 0) return { checked, released };
  const again = check({ ...checking, released });
  return again.some((one) => 'code' in one) ? { checked, released: [] } : { checked: again, released };
}

/**
 * Checks each order of a basket as a single one, in the market
 * of now, as if those before it had blocked what they need.
 */
export function checkLegs(
  checking: Checking,
  account: Account,
  basket: OrderBasket,
): readonly (CheckedLeg | Refusal)[] {
  const claimed = new Map<AssetBalance, bigint>();
  let restingBefore = 0;
  let openingBefore = 0;
  return basket.legs.map((_, index) => {
    const claimedOf = (assetBalance: AssetBalance) => amount(claimed.get(assetBalance) ?? 0n);
    const checked = checkLeg(checking, account, {
      command: orderOfLeg(basket, index),
      leg: { index, restingBefore, openingBefore, claimedOf },
    });
    if ('code' in checked) return checked;
    const { assetBalance, needed } = checked.need;
    claimed.set(assetBalance, claimedOf(assetBalance) + needed);
    if (checked.priced.validity !== 'ioc') restingBefore += 1;
    if (checked.need.opens) openingBefore += 1;
    return checked;
  });
}

/** Account refusal of a basket as a whole, for the first leg that it does not take. */
export function refuseBasketSender(
  side: AccountSide,
  account: Account,
  basket: OrderBasket,
  at: OrdersAt,
): Refusal | undefined {
  for (const place of basket.legs.keys()) {
    const refusal = refuseSender(side, account, orderOfLeg(basket, place), at);
    if (refusal) return refusal;
  }
  return undefined;
}

/** A leg as the order that it would be alone. */
export function orderOfLeg(
  { accountId, clientId, contentHash, agent, legs }: OrderBasket,
  index: number,
): OrderPlace {
  const leg = legs[index];
  assert(leg !== undefined, 'Condition: a leg of the basket is asked for');
  return { type: 'order.place', accountId, clientId, contentHash, ...leg, ...(agent && { agent }) };
}

function checkLeg(
  checking: Checking,
  account: Account,
  asked: { readonly command: OrderPlace; readonly leg: LegPlace },
): CheckedLeg | Refusal {
  // Legs before it may fill or activate and stand across from
  // it, so that post only cannot be promised beforehand.
  if (asked.command.validity === 'postOnly')
    return { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'market, limit' } };
  return checkOrder(checking, account, asked);
}

function checkOrder(
  { accountSide, instrumentSide, sequence, atMs, rulesVersion, released }: Checking,
  account: Account,
  { command, leg }: { readonly command: OrderPlace; readonly leg?: LegPlace },
): CheckedLeg | Refusal {
  const state = { accountSide, instrumentSide };
  const at = ordersAt({ state, recorder: { atMs, rulesVersion } });
  const isClosing = reducesRisk({ side: accountSide, at }, account, command);
  const intent = { ...command, environment: account.row.row.environment, isClosing };
  const ended = endedIn({ state, recorder: { atMs, rulesVersion } }, intent);
  const priced = admit(instrumentSide, intent, { atMs, rulesVersion, ended });
  if ('code' in priced) return priced;
  const need = needOf(
    accountSide,
    { account, command, priced, at },
    { sequence, atMs, rulesVersion, ...(leg && { leg }), ...(released && { released }) },
  );
  return 'code' in need ? need : { priced, need };
}

/**
 * Forecast of an order or each leg of a basket: its hold and cost, or its refusal. Price moves by the orders
 * themselves and earlier uses of the client id are left out.
 */
export function forecastOrders(
  { accountSide, instrumentSide, lastSequence }: CoreState,
  command: OrderBasket | OrderPlace,
  atMs: InstantMs,
): readonly (OrderForecast | Refusal)[] {
  const orders = command.type === 'order.basket' ? command.legs : [command];
  const account = accountSide.accounts.get(command.accountId);
  if (!account) return orders.map(() => ({ code: 'ACCOUNT_UNKNOWN' }));
  const rulesVersion = RULES_VERSION;
  const at = ordersAt({ state: { accountSide, instrumentSide }, recorder: { atMs, rulesVersion } });
  const refusal =
    command.type === 'order.basket'
      ? refuseBasketSender(accountSide, account, command, at)
      : refuseSender(accountSide, account, command, at);
  if (refusal) return orders.map(() => refusal);
  const checking = { accountSide, instrumentSide, sequence: lastSequence + 1, atMs, rulesVersion };
  const { checked: allChecked } = checkAmongEnded(checking, account, (now) =>
    command.type === 'order.basket'
      ? checkLegs(now, account, command)
      : [checkOrder(now, account, { command })],
  );
  return allChecked.map((checked) => {
    if ('code' in checked) return checked;
    const { priced, need } = checked;
    return {
      assetId: need.assetBalance.available.assetId,
      held: need.needed,
      priceLimit: priced.priceLimit,
      charges: productOf(priced.instrument, need.order).chargesAtWorst(
        accountSide.facts,
        need.order,
        priced.instrument,
      ),
    };
  });
}
