import type { OwnOrder } from '@tarazu/protocol';
import { stream } from '#client/live.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { hasLots, isSquaredOff } from '#products/list.ts';
import { type ProgressStep, ProgressSteps } from '#ui/feedback/progress-steps.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { isLive, useCauseWords, useStepWords, useTriggerText } from '#widgets/orders/words.ts';
import { settlementOf, settlementWords } from './settlement.ts';

export interface OrderLifeProps {
  order: OwnOrder;
}

/** Sent, accepted, filled, settled: what was, what is, what comes. */
export function OrderLife({ order }: OrderLifeProps) {
  const { t } = useTranslation('trade');
  const steps = [
    ...useStartSteps(order),
    ...useRepricedStep(order),
    ...useWaitStep(order),
    ...useEndSteps(order),
    ...useSettleStep(order),
    ...useBracketStep(order),
  ];
  return <ProgressSteps steps={steps} label={t('life')} stateWords={useStepWords()} />;
}

function useStartSteps(order: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  const isRejected = order.state === 'rejected';
  const causeOf = useCauseWords();
  return [
    {
      key: 'sent',
      label: t('lifeSent'),
      detail: <TimeText atMs={order.placedAtMs} show="exact" />,
      state: 'done',
    },
    isRejected
      ? { key: 'accepted', label: t('lifeRejected'), detail: causeOf(order.cause ?? ''), state: 'failed' }
      : {
          key: 'accepted',
          label: t('lifeAccepted'),
          detail: t('orderNumber', { id: order.id }),
          state: 'done',
        },
  ];
}

/** Of an order whose share was changed by its company. */
function useRepricedStep({ repricedAtMs }: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  if (repricedAtMs === undefined) return [];
  const detail = <TimeText atMs={repricedAtMs} show="exact" />;
  return [{ key: 'repriced', label: t('lifeRepriced'), detail, state: 'done' }];
}

/** Of an order that waits for a trigger or a session, or that did. */
function useWaitStep(order: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  const textOf = useTriggerText();
  const { waitsFor, triggerPrice, triggeredAtMs, state } = order;
  if (waitsFor === 'session') return [{ key: 'wait', label: t('lifeWaitsSession'), state: 'current' }];
  if (triggerPrice === undefined) return [];
  if (waitsFor === 'trigger')
    return [{ key: 'wait', label: t('lifeWaitsTrigger'), detail: textOf(order), state: 'current' }];
  if (triggeredAtMs === undefined)
    return [{ key: 'wait', label: t('lifeNotTriggered'), state: state === 'new' ? 'ahead' : 'skipped' }];
  const detail = (
    <>
      {textOf(order)} <TimeText atMs={triggeredAtMs} show="exact" />
    </>
  );
  return [{ key: 'wait', label: t('lifeTriggered'), detail, state: 'done' }];
}

function useEndSteps(order: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const causeOf = useCauseWords();
  if (order.state === 'rejected') return [];
  const write = (text: string) => formatNumber(text, { settings, decimalsMin: 0 });
  const filled = t('lifeFilled', { filled: write(order.quantityFilled), quantity: write(order.quantity) });
  const hasFilled = compareDecimal(order.quantityFilled, '0') > 0;
  const isInBook = isLive(order) && order.state !== 'new';
  const detail = isInBook ? t('lifeWaiting') : undefined;
  const state = isInBook ? 'current' : order.state === 'new' ? 'ahead' : hasFilled ? 'done' : 'skipped';
  const step: ProgressStep = {
    key: 'filled',
    label: filled,
    state,
    ...(detail === undefined ? {} : { detail }),
  };
  if (order.state !== 'cancelled') return [step];
  const ended = order.endedAtMs === undefined ? null : <TimeText atMs={order.endedAtMs} show="exact" />;
  const cause = causeOf(order.cause ?? '');
  return [
    step,
    {
      key: 'cancelled',
      label: hasFilled ? t('lifeCancelled') : t('state_cancelled'),
      detail: (
        <>
          {cause} {ended}
        </>
      ),
      state: 'skipped',
    },
  ];
}

/** Both ends of a bracket: they wait from the first fill on, and grow with each. */
function useBracketStep(order: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  const textOf = useTriggerText();
  const { takeProfitPrice, stopLossPrice, stopLossTrailPercent, bracketEndId, quoteAsset } = order;
  if (takeProfitPrice === undefined) return [];
  const isOrdered = bracketEndId !== undefined;
  const otherLeg = stopLossPrice && {
    triggerPrice: stopLossPrice,
    triggerWhen: 'falls' as const,
    priceLimit: stopLossPrice,
  };
  const gain = textOf({
    triggerPrice: takeProfitPrice,
    triggerWhen: 'rises',
    quoteAsset,
    ...(otherLeg && { otherLeg }),
  });
  const trails = stopLossTrailPercent && t('lifeBracketTrails', { percent: stopLossTrailPercent });
  return [
    {
      key: 'bracket',
      label: isOrdered ? t('lifeBracketSet') : t('lifeBracket'),
      detail: trails ? (
        <>
          {gain} {trails}
        </>
      ) : (
        gain
      ),
      state: isOrdered ? 'done' : isLive(order) ? 'ahead' : 'skipped',
    },
  ];
}

/**
 * The settlement of the fills: shares settle, positions within the day are closed, coins are settled at once.
 */
function useSettleStep(order: OwnOrder): ProgressStep[] {
  const { t } = useTranslation('trade');
  const isStock = hasLots(order) && compareDecimal(order.quantityFilled, '0') > 0;
  const { instrumentId } = order;
  const isBought = isStock && order.side === 'buy' && !isSquaredOff(order.product);
  const holding = useCall('stockHolding', { instrumentId }, { enabled: isBought });
  const { profile } = useInstrument(isStock ? instrumentId : '');
  const nowMs = Date.now() + stream.clockOffsetMs();
  const settlement = settlementOf(order, { nowMs, today: profile, lots: holding.data?.lots });
  if (settlement === undefined) return [];
  const { state, atMs } = settlement;
  return [
    {
      key: 'settled',
      label: t(settlementWords(settlement)),
      state,
      ...(atMs === undefined ? {} : { detail: <TimeText atMs={atMs} /> }),
    },
  ];
}
