import type { InstrumentDetail, OwnAlert } from '@tarazu/protocol';
import { type FormEvent, useId, useState } from 'react';
import { isRefusal } from '#client/errors.ts';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { CONDITIONS, type Condition, isPercent } from './words.ts';

export interface AlertSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrumentId: string;
  symbol: string;
  /** The one to change; a new one without. */
  alert?: OwnAlert | undefined;
}

/** A wish to be told: what has to happen, and at which level. */
export function AlertSheet({ open, onOpenChange, instrumentId, symbol, alert }: AlertSheetProps) {
  const { t } = useTranslation('alerts');
  const formId = useId();
  const saving = useSave(alert, () => onOpenChange(false));
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('alertFor', { symbol })}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={saving.isPending}>
          {alert === undefined ? t('save') : t('saveChange')}
        </Button>
      }
    >
      {open && <AlertBody {...{ formId, instrumentId, alert, saving }} />}
    </Sheet>
  );
}

interface Wish {
  readonly condition: Condition;
  readonly level: string;
}

function useSave(alert: OwnAlert | undefined, onSaved: () => void) {
  const { t } = useTranslation('alerts');
  const options = {
    touches: ['alertList'] as const,
    onDone: () => {
      showToast(t('saved'), { tone: 'success' });
      onSaved();
    },
  };
  const add = useCommand('alertAdd', options);
  const set = useCommand('alertSet', options);
  return {
    isPending: add.isPending || set.isPending,
    error: alert === undefined ? add.error : set.error,
    forget: () => {
      add.reset();
      set.reset();
    },
    save: (instrumentId: string, wish: Wish) =>
      alert === undefined ? add.mutate({ instrumentId, ...wish }) : set.mutate({ id: alert.id, ...wish }),
  };
}

interface AlertBodyProps {
  formId: string;
  instrumentId: string;
  alert: OwnAlert | undefined;
  saving: ReturnType<typeof useSave>;
}

function AlertBody({ instrumentId, ...props }: AlertBodyProps) {
  const { query, detail } = useInstrument(instrumentId);
  return (
    <CallState query={query} data={detail} skeleton={<SkeletonRows count={3} />}>
      {(found) => <AlertForm {...props} detail={found} />}
    </CallState>
  );
}

function AlertForm({
  formId,
  detail,
  alert,
  saving,
}: Omit<AlertBodyProps, 'instrumentId'> & { detail: InstrumentDetail }) {
  const { t } = useTranslation('alerts');
  const [condition, setCondition] = useState<Condition>(alert?.condition ?? 'above');
  const [level, setLevel] = useState(alert?.level ?? detail.price);
  const [wasTried, setTried] = useState(false);
  const isEmpty = !/[1-9]/.test(level);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEmpty) saving.save(detail.instrumentId, { condition, level });
  };
  const choose = (chosen: Condition) => {
    saving.forget();
    if (isPercent(chosen) !== isPercent(condition)) setLevel(isPercent(chosen) ? '1' : detail.price);
    setCondition(chosen);
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FactList
        facts={[
          { label: t('priceNow'), value: <LivePrice row={detail} unit="symbol" />, strong: true },
          { label: t('changeNow'), value: <LiveChange row={detail} /> },
        ]}
      />
      <div>
        <p className="text-small font-medium text-muted">{t('condition')}</p>
        <Chips
          label={t('condition')}
          className="-mx-1 flex-wrap"
          value={condition}
          onValueChange={choose}
          items={CONDITIONS.map((value) => ({ value, label: t(`condition_${value}`) }))}
        />
      </div>
      <LevelField
        {...{ detail, condition, level, saving }}
        isMissing={wasTried && isEmpty}
        onChange={(changed) => {
          saving.forget();
          setLevel(changed);
        }}
      />
      <p className="text-small text-muted">{t('once')}</p>
    </form>
  );
}

interface LevelFieldProps {
  detail: InstrumentDetail;
  condition: Condition;
  level: string;
  isMissing: boolean;
  saving: ReturnType<typeof useSave>;
  onChange: (level: string) => void;
}

const PERCENT_STEP = '0.5';
const PERCENT_DECIMALS = 2;

/** The refusal stands at the field that it is about, any other below it. */
function LevelField({ detail, condition, level, isMissing, saving, onChange }: LevelFieldProps) {
  const { t } = useTranslation('alerts');
  const textOf = useErrorText();
  const { error } = saving;
  const refused = error === null ? undefined : textOf(error);
  const isOfField = error !== null && isRefusal(error) && error.field === 'level';
  const said = refused === undefined ? undefined : `${refused.title} ${refused.fix}`.trim();
  return (
    <>
      <QuantityField
        label={t(`level_${condition}`, { asset: currencySymbol(detail.quoteAsset) })}
        value={level}
        onValueChange={onChange}
        step={isPercent(condition) ? PERCENT_STEP : detail.tickSize}
        decimals={isPercent(condition) ? PERCENT_DECIMALS : detail.priceScale}
        lessLabel={t('levelLess')}
        moreLabel={t('levelMore')}
        error={isMissing ? t('levelMissing') : isOfField ? said : undefined}
      />
      {refused !== undefined && !isOfField && (
        <Notice tone="danger" title={refused.title} live>
          {refused.fix}
        </Notice>
      )}
    </>
  );
}
