import { refuseFilled } from '@tarazu/core/checks';
import { amount, formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { OwnOrder } from '@tarazu/protocol';
import { isSquaredOff } from '#products/list.ts';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { isPriced, isTriggerOpen } from '#widgets/orders/words.ts';
import { checkBuyingPower, checkOrder, intentOf, type Settling } from '#widgets/ticket/checks/checks.ts';
import type { CheckFailure } from '#widgets/ticket/checks/failure.ts';
import { type PriceAsked, previewOf } from '#widgets/ticket/checks/preview.ts';
import type { ChargeRules, Terms } from '#widgets/ticket/checks/terms.ts';

export interface ChangeAsked extends Pick<PriceAsked, 'levels' | 'priceLast'> {
  readonly order: OwnOrder;
  readonly terms: Terms;
  /** As they stand in the form. */
  readonly quantity: string;
  readonly price: string;
  readonly trigger: string;
  /** Undefined until they are known. */
  readonly account: Account | undefined;
}

interface Account {
  readonly rules: ChargeRules;
  readonly feeTier: number;
  readonly cash: bigint;
  readonly sellable: bigint;
  readonly settling: readonly Settling[];
}

const NOTHING = amount(0n);

/** Fields of the form: a refusal of anything else is left to the server. */
const FIELDS = ['quantity', 'price', 'trigger'] as const;

/**
 * The first reason for which the engine would refuse a changed order: the checks of the ticket, with the
 * order as it would be. Undefined for what is no number yet.
 */
export function changeFailure(asked: ChangeAsked): CheckFailure | undefined {
  const { order, terms } = asked;
  const wanted = parseDecimal(asked.quantity, terms.baseScale);
  const filled = parseDecimal(order.quantityFilled, terms.baseScale) ?? 0n;
  if (wanted === undefined || wanted === 0n) return undefined;
  const isFilled = refuseFilled({ quantity: wanted, filled }, terms.baseScale);
  if (isFilled) return { ...isFilled, field: 'quantity' };
  const intent = intentOfChange(asked, asked.quantity);
  if (intent === undefined) return undefined;
  const question = { ...asked, intent, keepsPrices: keepsPrices(asked) };
  const failure = checkOrder({ ...question, sellable: asked.account?.sellable });
  if (failure !== undefined) return FIELDS.some((field) => field === failure.field) ? failure : undefined;
  return coverFailure(asked, formatDecimal(wanted - filled, terms.baseScale));
}

/** An order whose trigger was met is a limit order by now; one with an end keeps the one it has. */
function intentOfChange({ order, terms, price, trigger, priceLast }: ChangeAsked, quantity: string) {
  const waits = isTriggerOpen(order);
  const type = waits ? order.type : isPriced(order) ? 'limit' : undefined;
  if (type === undefined || order.origin === 'gtt') return undefined;
  const validity = order.validity === 'ttl' || order.validity === 'gtd' ? 'gtc' : order.validity;
  const shown = order.disclosedQuantity ?? '';
  return intentOf({ side: order.side, type, validity, price, quantity, trigger, shown }, terms, priceLast);
}

function keepsPrices({ order, price, trigger }: ChangeAsked): boolean {
  const isSame = (typed: string, before: string | undefined) =>
    before === undefined || typed === '' || compareDecimal(typed, before) === 0;
  return (!isPriced(order) || isSame(price, order.priceLimit)) && isSame(trigger, order.triggerPrice);
}

/** Whether the account carries what is left to fill, with what the order holds already. */
function coverFailure(asked: ChangeAsked, rest: string): CheckFailure | undefined {
  const { order, terms, account, levels } = asked;
  const intent = intentOfChange(asked, rest);
  if (account === undefined || intent === undefined || isSquaredOff(order.product)) return undefined;
  const { rules, feeTier, settling } = account;
  const preview = previewOf({ intent, terms, rules, levels, depositoryPaid: NOTHING, feeTier });
  if (preview === undefined) return undefined;
  const scale = order.side === 'buy' ? terms.quoteScale : terms.baseScale;
  const held = parseDecimal(order.held, scale) ?? 0n;
  const cash = account.cash + (order.side === 'buy' ? held : 0n);
  const sellable = account.sellable + (order.side === 'sell' ? held : 0n);
  return checkBuyingPower({ intent, terms, levels, preview }, { cash, sellable, settling });
}
