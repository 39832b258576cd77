import type { InstrumentProfile } from '@tarazu/protocol';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { awayFrom } from '#widgets/instrument/price/away-from.ts';
import { LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { PercentSteps } from '#widgets/instrument/price/percent-steps.tsx';
import { PriceDistance } from '#widgets/instrument/price/price-distance.tsx';
import { asksForConfirmation, LargeOrderDialog } from '#widgets/orders/change/large-order-dialog.tsx';
import { fieldOfRefusal, type OrderField, refusalText } from '#widgets/orders/change/refusal-field.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import type { GttFields } from './gtt-fields.ts';
import { GttPreviewCard } from './gtt-preview-card.tsx';
import type { GttSetting } from './use-gtt-setting.ts';

interface GttFormProps {
  formId: string;
  profile: InstrumentProfile;
  setting: GttSetting;
}

const AWAY_PERCENT = 5n;
/** Percent from the last price that are a tap away. */
const AWAY_STEPS = [-10, -5, -2, 2, 5, 10] as const;

/** The beginning of a fresh form: buy on a fall, sell on a rise, and for a pair the other way too. */
function beginning(
  profile: InstrumentProfile,
  side: 'buy' | 'sell',
): Pick<GttFields, 'trigger' | 'price' | 'otherTrigger' | 'otherPrice'> {
  const towards = side === 'buy' ? -AWAY_PERCENT : AWAY_PERCENT;
  const trigger = awayFrom(profile, towards) ?? profile.price;
  const other = awayFrom(profile, -towards) ?? profile.price;
  return { trigger, price: trigger, otherTrigger: other, otherPrice: other };
}

export function GttForm({ formId, profile, setting }: GttFormProps) {
  const { t } = useTranslation('trade');
  const [fields, setFields] = useState<GttFields>({
    side: 'buy',
    legs: 'one',
    quantity: '',
    ...beginning(profile, 'buy'),
  });
  const [wasTried, setTried] = useState(false);
  const change = (changes: Partial<GttFields>) => {
    setting.forget();
    setFields((current) => ({ ...current, ...changes }));
  };
  const missing = missingIn(fields);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing === undefined) setting.send(wishOf(fields));
  };
  const errorOf = (field: OrderField) =>
    wasTried && missing === field ? t('enterThis') : refusalText(setting.error, field);
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FactList
        facts={[{ label: t('priceNow'), value: <LivePrice row={profile} unit="symbol" />, strong: true }]}
      />
      <Segmented
        label={t('side')}
        value={fields.side}
        onValueChange={(side) => change({ side, ...beginning(profile, side) })}
        items={[
          { value: 'sell', label: t('sell') },
          { value: 'buy', label: t('buy') },
        ]}
      />
      <Segmented
        label={t('gttLegs')}
        value={fields.legs}
        onValueChange={(legs) => change({ legs })}
        items={[
          { value: 'one', label: t('gttOne') },
          { value: 'two', label: t('gttTwo') },
        ]}
      />
      <LegsNote legs={fields.legs} />
      <QuantityField
        label={t('quantityIn', { unit: countsShares(profile) ? t('shares') : profile.baseAsset })}
        value={fields.quantity}
        onValueChange={(quantity) => change({ quantity })}
        step={countsShares(profile) ? profile.lotSize : profile.quantityMin}
        decimals={profile.baseScale}
        lessLabel={t('quantityLess')}
        moreLabel={t('quantityMore')}
        error={errorOf('quantity')}
      />
      <LegFields {...{ profile, fields, change, errorOf }} leg="first" />
      {fields.legs === 'two' && <LegFields {...{ profile, fields, change, errorOf }} leg="second" />}
      <GttPreviewCard profile={profile} fields={fields} />
      <WholeRefusal error={setting.error} />
      <LargeOrderDialog
        open={asksForConfirmation(setting.error)}
        side={fields.side}
        onClose={setting.forget}
        onConfirm={() => setting.send(wishOf(fields), true)}
      />
    </form>
  );
}

interface LegFieldsProps {
  profile: InstrumentProfile;
  fields: GttFields;
  change: (changes: Partial<GttFields>) => void;
  errorOf: (field: OrderField) => string | undefined;
  leg: 'first' | 'second';
}

/** Trigger and limit of a leg, whose words say nothing of legs while there is only one. */
function LegFields({ profile, fields, change, errorOf, leg }: LegFieldsProps) {
  const { t } = useTranslation('trade');
  const isFirst = leg === 'first';
  const common = {
    step: profile.tickSize,
    decimals: profile.priceScale,
    lessLabel: t('priceLess'),
    moreLabel: t('priceMore'),
  };
  const asset = currencySymbol(profile.quoteAsset);
  const isPair = fields.legs === 'two';
  const trigger = isFirst ? fields.trigger : fields.otherTrigger;
  const limit = isFirst ? fields.price : fields.otherPrice;
  return (
    <>
      <div className="flex flex-col gap-2">
        <QuantityField
          {...common}
          label={isPair ? t(`gttTrigger_${leg}`, { asset }) : t('triggerPrice', { asset })}
          value={trigger}
          onValueChange={(value) => change(isFirst ? { trigger: value } : { otherTrigger: value })}
          error={errorOf(isFirst ? 'trigger' : 'otherTrigger')}
          aside={<PriceDistance profile={profile} price={trigger} className="justify-end" />}
        />
        <PercentSteps
          profile={profile}
          label={t('gttSteps')}
          steps={AWAY_STEPS}
          onChoose={(at) =>
            change(isFirst ? { trigger: at, price: at } : { otherTrigger: at, otherPrice: at })
          }
        />
      </div>
      <QuantityField
        {...common}
        label={isPair ? t(`gttLimit_${leg}`, { asset }) : t('limitPrice', { asset })}
        value={limit}
        onValueChange={(value) => change(isFirst ? { price: value } : { otherPrice: value })}
        error={errorOf(isFirst ? 'price' : 'otherPrice')}
        aside={<PriceDistance profile={profile} price={limit} className="justify-end" />}
      />
    </>
  );
}

function missingIn(fields: GttFields): OrderField | undefined {
  const needed: readonly (readonly [OrderField, string])[] = [
    ['quantity', fields.quantity],
    ['trigger', fields.trigger],
    ['price', fields.price],
    ...(fields.legs === 'two'
      ? ([
          ['otherTrigger', fields.otherTrigger],
          ['otherPrice', fields.otherPrice],
        ] as const)
      : []),
  ];
  return needed.find(([, text]) => !/[1-9]/.test(text))?.[0];
}

function wishOf({ side, legs, quantity, trigger, price, otherTrigger, otherPrice }: GttFields) {
  const pair = legs === 'two' ? { otherTriggerPrice: otherTrigger, otherPrice } : {};
  return { side, quantity, triggerPrice: trigger, price, ...pair };
}

/** A refusal that is about no single field. */
function WholeRefusal({ error }: { error: GttSetting['error'] }) {
  const textOf = useErrorText();
  if (error === null || fieldOfRefusal(error) !== undefined || asksForConfirmation(error)) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice tone="danger" title={title} live>
      {fix}
    </Notice>
  );
}

/** The meaning of one trigger or of two, with the terms behind it. */
function LegsNote({ legs }: Pick<GttFields, 'legs'>) {
  const { t } = useTranslation('trade');
  return (
    <div className="-my-2 flex items-center justify-between">
      <p className="text-small text-muted">{legs === 'one' ? t('gttOneText') : t('gttTwoText')}</p>
      <TermHelp label={t('gttLegs')} terms={['gtt', 'trigger', 'limit']} className="-mr-3" />
    </div>
  );
}
