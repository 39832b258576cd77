import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import type { BadgeTone } from '#ui/badge.tsx';
import { formatNumber } from '#ui/format.ts';
import { useFormat } from '#ui/use-format.ts';

export type OrderState = OwnOrder['state'];

/** An order that ended as its own terms said (an IOC that found nobody) is no failure, and has no alarming colour. */
export const STATE_TONES: Readonly<Record<OrderState, BadgeTone>> = {
  new: 'brand',
  open: 'brand',
  partial: 'brand',
  completed: 'good',
  cancelled: 'neutral',
  rejected: 'danger',
};

export function isLive(order: Pick<OwnOrder, 'state'>): boolean {
  return order.state === 'new' || order.state === 'open' || order.state === 'partial';
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
  'auctionEnd',
  'corporateAction',
] as const;

/** Why it was cancelled or rejected, in words; the code itself where it is a refusal's. */
export function useCauseWords(): (cause: string) => string {
  const { t } = useTranslation('trade');
  return (cause) => {
    const known = CAUSES.find((one) => one === cause);
    return known === undefined ? cause : t(`cause_${known}`);
  };
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
