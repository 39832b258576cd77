import type { InstrumentRow } from '@tarazu/protocol';
import { Layers, Plus, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { BottomBar } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { InstrumentPicker } from '#widgets/instrument/lists/instrument-picker.tsx';
import { LargeOrderDialog } from '#widgets/orders/change/large-order-dialog.tsx';
import { STALE_AFTER_ORDER } from '#widgets/orders/change/stale-after-order.ts';
import { ActLoader } from '#widgets/session/act-loader.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { placeBefore } from '#widgets/ticket/attempt.ts';
import { BasketResult } from './basket-result.tsx';
import { BasketSum } from './basket-sum.tsx';
import { BasketTotal } from './basket-total.tsx';
import { LegCard } from './leg-card.tsx';
import { attemptId, isWhole, LEGS_MAX, type Leg, legsText, newLeg, setLegs, useLegs } from './legs.ts';

/** Orders built one under the other, checked together, placed together. */
export function BasketForm() {
  const { t } = useTranslation('basket');
  const settings = useFormat();
  const legs = useLegs();
  const shape = useScreenShape();
  const isWide = shape === 'tablet' || shape === 'desktop';
  const { preview, place, wasTried, question, ...basket } = useBasket(legs);
  const { change, check } = basket;
  const isBusy = preview.isPending || place.isPending;
  if (place.data?.isPlaced === true) return <BasketResult result={place.data} onAnother={basket.startOver} />;
  const forecasts = place.data?.legs ?? preview.data?.legs;
  const foot = (
    <div className="flex flex-col gap-2">
      <BasketTotal legs={legs} checked={preview.data} />
      {preview.data?.isAccepted === true ? (
        <Button wide loading={place.isPending} onClick={basket.placeAll}>
          {t('place', {
            count: legs.length,
            number: formatNumber(String(legs.length), { settings, decimalsMin: 0 }),
          })}
        </Button>
      ) : (
        <Button wide tone="secondary" loading={preview.isPending} onClick={() => check(false)}>
          {t('check')}
        </Button>
      )}
    </div>
  );
  const sum = preview.data !== undefined && <BasketSum preview={preview.data} />;
  const orders = (
    <>
      {legs.length === 0 && <EmptyState icon={Layers} title={t('empty')} detail={t('emptyText')} />}
      <ol aria-label={t('title')} className="flex flex-col gap-3">
        {legs.map((leg, at) => (
          <LegCard
            key={leg.id}
            leg={leg}
            number={at + 1}
            forecast={forecasts?.[at]}
            isMissing={wasTried && !isWhole(leg)}
            disabled={isBusy}
            onChange={(changes) => change(legs.map((one) => (one === leg ? { ...one, ...changes } : one)))}
            onRemove={() => change(legs.filter((one) => one !== leg))}
          />
        ))}
      </ol>
      <AddLegs
        legs={legs}
        disabled={isBusy}
        onAdd={(more) => change([...legs, ...more].slice(0, LEGS_MAX))}
      />
      <LargeOrderDialog {...question} />
      <ActLoader active={place.isPending} />
    </>
  );
  return isWide && legs.length > 0 ? (
    <BesideOrders orders={orders} sum={sum} foot={foot} />
  ) : (
    <div className="flex flex-col gap-4 pt-2 tablet:mx-auto tablet:w-full tablet:max-w-[640px]">
      {orders}
      {sum}
      {legs.length > 0 && <BottomBar>{foot}</BottomBar>}
    </div>
  );
}

/** From a tablet on the total stands beside the orders, and stays while they are scrolled. */
function BesideOrders({ orders, sum, foot }: Record<'orders' | 'sum' | 'foot', ReactNode>) {
  return (
    <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)_20rem] items-start pt-2">
      <div className="flex min-w-0 flex-col gap-4">{orders}</div>
      <div className="sticky top-[calc(var(--bar-top)+4rem)] flex flex-col gap-4">
        {sum}
        <div className="mx-4 rounded-tile bg-surface p-4 ring-1 ring-line">{foot}</div>
      </div>
    </div>
  );
}

function useBasket(legs: readonly Leg[]) {
  const [wasTried, setTried] = useState(false);
  /** Answer to the question for a confirmation, where a leg is large; a check asks anew. */
  const [confirmation, setConfirmation] = useState<'none' | 'given' | 'left'>('none');
  const { preview, place } = useBasketCalls(legs);
  const wishOf = (isMeant: boolean) => ({
    legs: legsText(legs),
    ...(isMeant && { confirmLarge: 'true' as const }),
  });
  const change = (next: readonly Leg[]) => {
    preview.reset();
    place.reset();
    setConfirmation('none');
    setLegs(next);
  };
  const check = (isMeant: boolean) => {
    setTried(true);
    setConfirmation(isMeant ? 'given' : 'none');
    place.reset();
    if (legs.every(isWhole)) preview.mutate(wishOf(isMeant));
  };
  const forecasts = place.data?.legs ?? preview.data?.legs;
  const large = legs.find((_, at) => forecasts?.[at]?.refusal?.reason === 'CONFIRM_LARGE_ORDER');
  const question = {
    open: large !== undefined && confirmation === 'none' && !preview.isPending && !place.isPending,
    side: large?.side ?? ('buy' as const),
    onClose: () => setConfirmation('left'),
    onConfirm: () => check(true),
  };
  const placeAll = () =>
    place.mutate({
      clientId: attemptId(),
      ...wishOf(confirmation === 'given'),
      placeBeforeMs: placeBefore(),
    });
  const startOver = () => {
    setTried(false);
    change([]);
  };
  return { preview, place, wasTried, question, change, check, placeAll, startOver };
}

function useBasketCalls(legs: readonly Leg[]) {
  const say = useErrorToast();
  const preview = useCommand('basketPreview', { onFailed: say });
  const place = useCommand('basketPlace', {
    touches: STALE_AFTER_ORDER,
    onFailed: say,
    onDone: ({ isPlaced }) => {
      if (isPlaced) return;
      preview.reset();
      // The answer stays that of its id: what is asked next is another basket.
      setLegs(legs);
    },
  });
  return { preview, place };
}

interface AddLegsProps {
  legs: readonly Leg[];
  disabled: boolean;
  onAdd: (legs: readonly Leg[]) => void;
}

/** From the list or the search, or the whole watchlist at once. */
function AddLegs({ legs, disabled, onAdd }: AddLegsProps) {
  const { t } = useTranslation('basket');
  const [isPicking, setPicking] = useState(false);
  const watched = useCall('stockCollectList', {});
  const isFull = legs.length >= LEGS_MAX;
  const add = (rows: readonly InstrumentRow[]) => onAdd(rows.map(newLeg));
  const fresh = (watched.data?.list ?? []).filter(
    ({ kind, instrumentId }) => kind !== 'index' && !legs.some((leg) => leg.instrumentId === instrumentId),
  );
  return (
    <div className="flex flex-wrap gap-3 px-4 *:grow">
      <Button
        size="medium"
        tone="secondary"
        icon={<Icon icon={Plus} size={20} />}
        disabled={disabled || isFull}
        onClick={() => setPicking(true)}
      >
        {t('add')}
      </Button>
      {fresh.length > 0 && (
        <Button
          size="medium"
          tone="secondary"
          icon={<Icon icon={Star} size={20} />}
          disabled={disabled || isFull}
          onClick={() => add(fresh)}
        >
          {t('addWatched')}
        </Button>
      )}
      <InstrumentPicker
        open={isPicking}
        onOpenChange={setPicking}
        side="stock"
        onChoose={(row) => add([row])}
      />
    </div>
  );
}
