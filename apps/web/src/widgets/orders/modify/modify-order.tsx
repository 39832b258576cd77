import type { InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import { type FormEvent, useId, useRef, useState } from 'react';
import { newClientId, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares, productAt } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { PriceDistance } from '#widgets/instrument/price/price-distance.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import type { PriceChange } from '#widgets/orders/actions.ts';
import { asksForConfirmation, LargeOrderDialog } from '#widgets/orders/change/large-order-dialog.tsx';
import { fieldOfRefusal, type OrderField, refusalText } from '#widgets/orders/change/refusal-field.ts';
import { STALE_AFTER_ORDER } from '#widgets/orders/change/stale-after-order.ts';
import { isPriced, isTriggerOpen, useOrderTitle } from '#widgets/orders/words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { ModifyEffect } from './modify-effect.tsx';
import { useChangeFailure } from './use-change-failure.ts';

export interface ModifyOrderProps {
  order: OwnOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Prices to begin with instead of the order's. */
  wish?: PriceChange | undefined;
}

/** Changes an open order: how many, at which price, from which trigger. */
export function ModifyOrder({ order, open, onOpenChange, wish }: ModifyOrderProps) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const formId = useId();
  const changing = useChange(order, () => onOpenChange(false));
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('modifyTitle')}
      description={titleOf(order)}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={changing.isPending}>
          {t('modifySave')}
        </Button>
      }
    >
      {open && <ModifyBody formId={formId} order={order} changing={changing} wish={wish} />}
    </Sheet>
  );
}

interface Change {
  readonly quantity?: string;
  readonly price?: string;
  readonly triggerPrice?: string;
}

/** The same change keeps its id over retries, so that it is taken once; another change is another one. */
function useChange(order: OwnOrder, onDone: () => void) {
  const { t } = useTranslation('trade');
  const sent = useRef({ content: '', clientId: '' });
  const options = {
    touches: STALE_AFTER_ORDER,
    onDone: () => {
      showToast(t('modifyDone'), { tone: 'success' });
      onDone();
    },
  };
  const command = useCommand(productAt(order.instrumentId).calls.modify, options);
  return {
    isPending: command.isPending,
    error: command.error,
    forget: () => command.reset(),
    send: (change: Change, confirmLarge = false) => {
      const content = JSON.stringify([order.id, change]);
      if (sent.current.content !== content) sent.current = { content, clientId: newClientId() };
      const wish = { clientId: sent.current.clientId, id: order.id, ...change };
      command.mutate({ ...wish, ...(confirmLarge && { confirmLarge: 'true' as const }) });
    },
  };
}

interface ModifyBodyProps {
  formId: string;
  order: OwnOrder;
  changing: ReturnType<typeof useChange>;
  wish: PriceChange | undefined;
}

function ModifyBody({ order, ...props }: ModifyBodyProps) {
  const { query, profile } = useInstrument(order.instrumentId);
  return (
    <CallState query={query} data={profile} skeleton={<SkeletonRows count={3} />}>
      {(found) => <ModifyForm {...props} order={order} profile={found} />}
    </CallState>
  );
}

function ModifyForm(props: ModifyBodyProps & { profile: InstrumentProfile }) {
  const { formId, order, profile, changing, wish } = props;
  const { t } = useTranslation('trade');
  const [quantity, setQuantity] = useState(order.quantity);
  const [price, setPrice] = useState(wish?.price ?? order.priceLimit);
  const [trigger, setTrigger] = useState(wish?.trigger ?? order.triggerPrice ?? '');
  const change = changeOf(order, { quantity, price, trigger });
  const isSame = Object.keys(change).length === 0;
  const [wasTried, setTried] = useState(false);
  const foreseen = useChangeFailure(order, profile, { quantity, price, trigger });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isSame) return;
    if (fieldsOf(order).every((field) => foreseen(field) === undefined)) changing.send(change);
    else focusFault(event.currentTarget);
  };
  const edit = (set: (value: string) => void) => (value: string) => {
    changing.forget();
    set(value);
  };
  const { error } = changing;
  const faultOf = (field: OrderField) => refusalText(error, field) ?? (isSame ? undefined : foreseen(field));
  const { tickSize: step, priceScale: decimals } = profile;
  const prices = { step, decimals, lessLabel: t('priceLess'), moreLabel: t('priceMore') };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <QuantityField
        label={t('quantityIn', { unit: countsShares(profile) ? t('shares') : profile.baseAsset })}
        value={quantity}
        onValueChange={edit(setQuantity)}
        step={profile.lotSize}
        decimals={profile.baseScale}
        lessLabel={t('quantityLess')}
        moreLabel={t('quantityMore')}
        error={faultOf('quantity')}
      />
      {isTriggerOpen(order) && (
        <QuantityField
          {...prices}
          label={t('triggerPrice', { asset: currencySymbol(profile.quoteAsset) })}
          value={trigger}
          onValueChange={edit(setTrigger)}
          error={faultOf('trigger')}
          aside={<PriceDistance profile={profile} price={trigger} className="justify-end" />}
        />
      )}
      {isPriced(order) && (
        <QuantityField
          {...prices}
          label={t('limitPrice', { asset: currencySymbol(profile.quoteAsset) })}
          value={price}
          onValueChange={edit(setPrice)}
          error={faultOf('price')}
          aside={<PriceDistance profile={profile} price={price} className="justify-end" />}
        />
      )}
      <ModifyEffect {...{ order, profile, quantity, price }} isChanged={!isSame} />
      <ModifyNotice isIdle={isSame && wasTried} error={error} />
      <LargeOrderDialog
        open={asksForConfirmation(error)}
        side={order.side}
        onClose={changing.forget}
        onConfirm={() => changing.send(change, true)}
      />
    </form>
  );
}

function focusFault(form: HTMLFormElement): void {
  form.querySelector<HTMLInputElement>('input[aria-invalid]')?.focus();
}

/** Fields of the form: a fault of one of them is seen there, and nothing is sent with it. */
function fieldsOf(order: OwnOrder): OrderField[] {
  return [
    'quantity',
    ...(isTriggerOpen(order) ? (['trigger'] as const) : []),
    ...(isPriced(order) ? (['price'] as const) : []),
  ];
}

function changeOf(order: OwnOrder, now: { quantity: string; price: string; trigger: string }): Change {
  const differs = (left: string, right: string) => left !== '' && compareDecimal(left, right) !== 0;
  return {
    ...(differs(now.quantity, order.quantity) ? { quantity: now.quantity } : {}),
    ...(isPriced(order) && differs(now.price, order.priceLimit) ? { price: now.price } : {}),
    ...(isTriggerOpen(order) && differs(now.trigger, order.triggerPrice ?? '')
      ? { triggerPrice: now.trigger }
      : {}),
  };
}

interface ModifyNoticeProps {
  isIdle: boolean;
  error: ReturnType<typeof useChange>['error'];
}

/** The refusal where no field says so, or that nothing was changed. */
function ModifyNotice({ isIdle, error }: ModifyNoticeProps) {
  const { t } = useTranslation('trade');
  const textOf = useErrorText();
  if (error !== null && fieldOfRefusal(error) === undefined && !asksForConfirmation(error)) {
    const { title, fix } = textOf(error);
    return (
      <Notice tone="danger" title={title} live>
        {fix}
      </Notice>
    );
  }
  return isIdle ? <Notice live>{t('modifyNothing')}</Notice> : null;
}
