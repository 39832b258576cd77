import type { InstrumentProfile, OwnAlert } from '@tarazu/protocol';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { isRefusal } from '#client/errors.ts';
import { tickerNow, useTicker } from '#client/prices.ts';
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
import { awayFrom } from '#widgets/instrument/price/away-from.ts';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { PercentSteps } from '#widgets/instrument/price/percent-steps.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { CONDITIONS, type Condition, isPercent } from './conditions.ts';
import { isReached, stepsOf } from './direction.ts';
import { LevelDistance } from './level-distance.tsx';

export interface AlertSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrumentId: string;
  symbol: string;
  /** The one to change; a new one without. */
  alert?: OwnAlert | undefined;
  /** Stands under the form: alerts that there are already. */
  below?: ReactNode;
}

/** A wish to be told: what has to happen, and at which level. */
export function AlertSheet({ open, onOpenChange, instrumentId, symbol, alert, below }: AlertSheetProps) {
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
      {below}
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
  const { query, profile } = useInstrument(instrumentId);
  return (
    <CallState query={query} data={profile} skeleton={<SkeletonRows count={3} />}>
      {(found) => <AlertForm {...props} profile={found} />}
    </CallState>
  );
}

function AlertForm({
  formId,
  profile,
  alert,
  saving,
}: Omit<AlertBodyProps, 'instrumentId'> & { profile: InstrumentProfile }) {
  const { t } = useTranslation('alerts');
  const [condition, setCondition] = useState<Condition>(alert?.condition ?? 'above');
  const [level, setLevel] = useState(alert?.level ?? presetOf('above', profile));
  const [wasTried, setTried] = useState(false);
  const isEmpty = !/[1-9]/.test(level);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEmpty) saving.save(profile.instrumentId, { condition, level });
  };
  const choose = (chosen: Condition) => {
    saving.forget();
    if (isPercent(chosen) || isReached({ condition: chosen, level, price: priceOf(profile) }))
      setLevel(presetOf(chosen, profile));
    setCondition(chosen);
  };
  const setTo = (changed: string) => {
    saving.forget();
    setLevel(changed);
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FactList
        facts={[
          { label: t('priceNow'), value: <LivePrice row={profile} unit="symbol" />, strong: true },
          { label: t('changeNow'), value: <LiveChange row={profile} /> },
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
        {...{ profile, condition, level, saving }}
        isMissing={wasTried && isEmpty}
        onChange={setTo}
      />
      {!isPercent(condition) && (
        <PercentSteps profile={profile} label={t('levelSteps')} steps={stepsOf(condition)} onChoose={setTo} />
      )}
      <p className="text-small text-muted">{t('once')}</p>
    </form>
  );
}

/** The level that a fresh wish begins with: two percent from the price, or a change of two percent. */
function presetOf(condition: Condition, profile: InstrumentProfile): string {
  if (isPercent(condition)) return String(PRESET_PERCENT);
  const price = priceOf(profile);
  const away = BigInt(condition === 'below' ? -PRESET_PERCENT : PRESET_PERCENT);
  return awayFrom({ ...profile, price }, away) ?? price;
}

function priceOf({ instrumentId, price }: InstrumentProfile): string {
  return tickerNow(instrumentId)?.price ?? price;
}

const PRESET_PERCENT = 2;

interface LevelFieldProps {
  profile: InstrumentProfile;
  condition: Condition;
  level: string;
  isMissing: boolean;
  saving: ReturnType<typeof useSave>;
  onChange: (level: string) => void;
}

const PERCENT_STEP = '0.5';
const PERCENT_DECIMALS = 2;

/** The refusal stands at the field that it is about, any other below it. */
function LevelField({ profile, condition, level, isMissing, saving, onChange }: LevelFieldProps) {
  const { t } = useTranslation('alerts');
  const textOf = useErrorText();
  const { instrumentId, quoteAsset } = profile;
  const { error } = saving;
  const ticker = useTicker(instrumentId);
  // Said while the level is typed: the direction is the one that was chosen, whatever the price does.
  const isPassed = isReached({ condition, level, price: ticker?.price ?? profile.price });
  const passed = isPassed ? t(condition === 'below' ? 'reached_below' : 'reached_above') : undefined;
  const refused = error === null ? undefined : textOf(error);
  const isOfField = error !== null && isRefusal(error) && error.field === 'level';
  const said = refused === undefined ? undefined : `${refused.title} ${refused.fix}`.trim();
  return (
    <>
      <QuantityField
        label={t(`level_${condition}`, { asset: currencySymbol(quoteAsset) })}
        value={level}
        onValueChange={onChange}
        step={isPercent(condition) ? PERCENT_STEP : profile.tickSize}
        decimals={isPercent(condition) ? PERCENT_DECIMALS : profile.priceScale}
        lessLabel={t('levelLess')}
        moreLabel={t('levelMore')}
        error={isMissing ? t('levelMissing') : isOfField ? said : passed}
        aside={<LevelDistance {...{ instrumentId, quoteAsset, condition, level }} />}
      />
      {refused !== undefined && !isOfField && (
        <Notice tone="danger" title={refused.title} live>
          {refused.fix}
        </Notice>
      )}
    </>
  );
}
