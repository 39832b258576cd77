import { type FormEvent, useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';

export type MadeKey = CallOutput<'apiKeyAdd'>;
type Asked = CallInput<'apiKeyAdd'>;

const NAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._-]{0,31}$/u;
/** Empty: not limited. */
const ORDERS = /^(?:[1-9]\d{0,5})?$/;
const SCOPES = ['read', 'trade'] as const;
const DAYS = ['30', '90', '365'] as const;
const CAP_DECIMALS = 2;
const START = { name: '', addresses: '', orderMaxInr: '', orderMaxUsdt: '', dayOrdersMax: '' };

type Texts = typeof START;
type Set = (field: keyof Texts) => (value: string) => void;

/** A new key: its scope, from where it may be used, how much it may trade, and for how long. */
export function KeyForm({ onMade }: { onMade: (made: MadeKey) => void }) {
  const { t } = useTranslation('security');
  const making = useMaking(onMade);
  const [scope, setScope] = useState<Asked['scope']>('read');
  const [days, setDays] = useState<Asked['days']>('90');
  const [texts, setTexts] = useState(START);
  const [wasTried, setTried] = useState(false);
  const set: Set = (field) => (value) => setTexts((before) => ({ ...before, [field]: value }));
  const name = texts.name.trim();
  const isNameWrong = !NAME.test(name);
  const isOrdersWrong = scope === 'trade' && !ORDERS.test(texts.dayOrdersMax.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isNameWrong && !isOrdersWrong) making.make({ name, scope, days, ...given(texts, scope) });
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-2">
        <TextField
          label={t('key_name')}
          autoComplete="off"
          maxLength={32}
          value={texts.name}
          onValueChange={set('name')}
          error={wasTried && isNameWrong ? t('key_nameWrong') : undefined}
        />
        <ScopeField scope={scope} onChange={setScope} />
        <TextField
          label={t('key_addresses')}
          autoComplete="off"
          autoCapitalize="none"
          value={texts.addresses}
          onValueChange={set('addresses')}
          help={t('key_addressesHelp')}
        />
        <SelectField
          label={t('key_days')}
          value={days}
          onValueChange={setDays}
          placeholder={t('key_days')}
          closeLabel={t('close')}
          options={DAYS.map((value) => ({ value, label: t(`key_days_${value}`) }))}
        />
        {scope === 'trade' && <CapFields texts={texts} set={set} isOrdersWrong={wasTried && isOrdersWrong} />}
        <Refused error={making.error} />
        <Button wide type="submit" loading={making.isRunning}>
          {t('key_make')}
        </Button>
        <p className="text-small text-muted">{t('key_never')}</p>
      </form>
      {making.sheet}
    </>
  );
}

/** Makes the key with its step-up. */
function useMaking(onMade: (made: MadeKey) => void) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const make = (asked: Asked) => {
    setError(undefined);
    const facts = [
      { label: t('factType'), value: t('key_add') },
      { label: t('key_scope'), value: t(`key_scope_${asked.scope}`) },
    ];
    stepUp.run('apiKeyAdd', asked, { facts }).then((made) => {
      if (made === undefined) return;
      invalidate('apiKeyList', 'noticeList');
      onMade(made);
    }, setError);
  };
  return { make, error, isRunning: stepUp.isRunning, sheet: stepUp.sheet };
}

interface ScopeFieldProps {
  scope: Asked['scope'];
  onChange: (scope: Asked['scope']) => void;
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('security');
  return (
    <SelectField
      label={t('key_scope')}
      value={scope}
      onValueChange={onChange}
      placeholder={t('key_scope')}
      closeLabel={t('close')}
      options={SCOPES.map((value) => ({
        value,
        label: t(`key_scope_${value}`),
        detail: t(`key_scopeText_${value}`),
      }))}
    />
  );
}

interface CapFieldsProps {
  texts: Texts;
  set: Set;
  isOrdersWrong: boolean;
}

function CapFields({ texts, set, isOrdersWrong }: CapFieldsProps) {
  const { t } = useTranslation('security');
  return (
    <Disclosure title={t('key_caps')}>
      <div className="flex flex-col gap-4">
        <AmountField
          label={t('key_orderMaxInr')}
          asset="INR"
          decimals={CAP_DECIMALS}
          value={texts.orderMaxInr}
          onValueChange={set('orderMaxInr')}
        />
        <AmountField
          label={t('key_orderMaxUsdt')}
          asset="USDT"
          decimals={CAP_DECIMALS}
          value={texts.orderMaxUsdt}
          onValueChange={set('orderMaxUsdt')}
          help={t('key_orderMaxHelp')}
        />
        <TextField
          label={t('key_dayOrdersMax')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={texts.dayOrdersMax}
          onValueChange={set('dayOrdersMax')}
          error={isOrdersWrong ? t('key_ordersWrong') : undefined}
        />
      </div>
    </Disclosure>
  );
}

/** The fields that say something; caps are of keys that trade. */
function given(texts: Texts, scope: Asked['scope']): Partial<Asked> {
  const addresses = texts.addresses.split(/[\s,]+/).filter((part) => part !== '');
  const caps = scope === 'trade' ? (['orderMaxInr', 'orderMaxUsdt', 'dayOrdersMax'] as const) : [];
  const set = caps.map((field) => [field, texts[field].trim()]).filter(([, value]) => value !== '');
  return { ...(addresses.length > 0 && { addresses: addresses.join(',') }), ...Object.fromEntries(set) };
}
