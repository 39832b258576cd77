import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import type { BadgeTone } from '#ui/badge.tsx';
import { formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { decimalsOf } from '#widgets/instrument/price/plain.ts';

export type OrderState = OwnOrder['state'];

/**
 * An order that ended as its own terms said (an IOC that
 * found nobody) is no failure, and has no alarming colour.
 */
export const STATE_TONES: Readonly<Record<OrderState, BadgeTone>> = {
  new: 'brand',
  open: 'brand',
  partial: 'brand',
  completed: 'good',
  cancelled: 'neutral',
  rejected: 'danger',
};

/** A state as lists name it; the order itself names it in the specification's words. */
export function stateInList(state: OrderState) {
  return state === 'open' ? 'state_openShort' : (`state_${state}` as const);
}

export function isLive(order: Pick<OwnOrder, 'state'>): boolean {
  return order.state === 'new' || order.state === 'open' || order.state === 'partial';
}

/** Whether anything of it can be changed: a trailing stop and a pair are cancelled and set anew. */
export function isChangeable(order: Pick<OwnOrder, 'state' | 'trailDistance' | 'otherLeg'>): boolean {
  return isLive(order) && fixedBy(order) === undefined;
}

/** The part that keeps an open order from being changed, however live it is; undefined where nothing does. */
export function fixedBy(order: Pick<OwnOrder, 'trailDistance' | 'otherLeg'>): 'trail' | 'pair' | undefined {
  if (order.trailDistance !== undefined) return 'trail';
  return order.otherLeg === undefined ? undefined : 'pair';
}

/** Whether the customer named a price limit that can be changed. */
export function isPriced({ type }: Pick<OwnOrder, 'type'>): boolean {
  return type === 'limit' || type === 'stopLimit' || type === 'takeProfitLimit';
}

/** Which of its prices a live order waits for: its trigger, or its limit where its owner named one. */
export function awaits(
  order: Pick<OwnOrder, 'state' | 'type' | 'waitsFor' | 'triggerPrice'>,
): 'trigger' | 'limit' | undefined {
  if (!isLive(order)) return undefined;
  if (order.waitsFor === 'trigger' && order.triggerPrice !== undefined) return 'trigger';
  return isPriced(order) ? 'limit' : undefined;
}

/**
 * Whether it still waits for a trigger of its owner's
 * choice: a trailing stop moves its own, and a pair has two.
 */
export function isTriggerOpen(order: OwnOrder): boolean {
  const { waitsFor, triggerPrice, trailDistance, otherLeg } = order;
  return (
    waitsFor === 'trigger' &&
    triggerPrice !== undefined &&
    trailDistance === undefined &&
    otherLeg === undefined
  );
}

const CAUSES = [
  'customer',
  'sessionEnd',
  'immediateOrCancel',
  'selfTrade',
  'expired',
  'fillOrKill',
  'noLiquidity',
  'bandChange',
  'halt',
  'squareOff',
  'auctionEnd',
  'lossCover',
  'corporateAction',
  'bracketEnd',
  'insufficientFunds',
  'accountFrozen',
] as const;

/**
 * Refusals that an order may meet later than at its placing:
 * when its trigger is met, or when it is placed for its owner.
 */
const REFUSALS = [
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_HOLDINGS',
  'NO_LIQUIDITY',
  'PRICE_BAND',
  'TICK',
  'LOT',
  'TRIGGER_LIMIT',
  'ACCOUNT_FROZEN',
  'INSTRUMENT_HALTED',
  'INSTRUMENT_NOT_LISTED',
  'GTT_MAX',
] as const;

/** Causes for which the filled part is less than an order may be. */
const SMALL: readonly string[] = ['VALUE_MIN', 'QUANTITY_MIN'];

/** Why it was cancelled or rejected, in words. */
export function useCauseWords(): (cause: string) => string {
  const { t } = useTranslation('trade');
  return (cause) => {
    const known = CAUSES.find((one) => one === cause);
    if (known !== undefined) return t(`cause_${known}`);
    const refusal = REFUSALS.find((one) => one === cause);
    if (refusal !== undefined) return t(`refusal_${refusal}_msg`);
    return SMALL.includes(cause) ? t('cause_tooSmall') : t('cause_refused');
  };
}

/** "price falls to ₹480.00", of one leg or both. */
export function useTriggerText(): (
  order: Pick<OwnOrder, 'triggerPrice' | 'triggerWhen' | 'otherLeg' | 'quoteAsset'>,
) => string {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  return ({ triggerPrice, triggerWhen, otherLeg, quoteAsset }) => {
    const leg = (price: string | undefined, when: OwnOrder['triggerWhen']) => {
      const decimals = price === undefined ? 0 : decimalsOf(price);
      const written = formatMoney(price, quoteAsset, { settings, decimals });
      return when === 'rises' ? t('triggerRises', { price: written }) : t('triggerFalls', { price: written });
    };
    const first = leg(triggerPrice, triggerWhen);
    if (otherLeg === undefined) return first;
    return t('triggerEither', { first, second: leg(otherLeg.triggerPrice, otherLeg.triggerWhen) });
  };
}

/** "10 at ₹15,939.00": how much at which price. */
export function useQuantityAt(): (quantity: string, price: string, asset: string) => string {
  const { t } = useTranslation('trade');
  const write = useTradedAt();
  return (quantity, price, asset) => t('quantityAt', write(quantity, price, asset));
}

/** "Bought 10 at ₹15,939.00": what an order got so far; nothing before its first fill. */
export function useBoughtText(): (
  order: Pick<OwnOrder, 'side' | 'quantityFilled' | 'priceAverage' | 'quoteAsset'>,
) => string | undefined {
  const { t } = useTranslation('trade');
  const write = useTradedAt();
  return ({ side, quantityFilled, priceAverage, quoteAsset }) => {
    if (priceAverage === undefined) return undefined;
    const terms = write(quantityFilled, priceAverage, quoteAsset);
    return side === 'buy' ? t('boughtAt', terms) : t('soldAt', terms);
  };
}

function useTradedAt() {
  const settings = useFormat();
  return (quantity: string, price: string, asset: string) => ({
    quantity: formatNumber(quantity, { settings, decimalsMin: 0 }),
    price: formatMoney(price, asset, { settings, decimals: decimalsOf(price), unit: 'sign' }),
  });
}

/** "Buy 25 ARUNA". */
export function useOrderTitle(): (order: Pick<OwnOrder, 'side' | 'quantity' | 'symbol'>) => string {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  return ({ side, quantity, symbol }) => {
    const names = { quantity: formatNumber(quantity, { settings, decimalsMin: 0 }), symbol };
    return side === 'buy' ? t('orderBuy', names) : t('orderSell', names);
  };
}

export function useStepWords() {
  const { t } = useTranslation('trade');
  return {
    done: t('stepDone'),
    current: t('stepCurrent'),
    ahead: t('stepAhead'),
    failed: t('stepFailed'),
    skipped: t('stepSkipped'),
  };
}
