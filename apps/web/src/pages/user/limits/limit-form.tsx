import { type FormEvent, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { localDigits } from '#ui/numbers/format-settings.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import type { Limit, LimitKey } from './limit-words.ts';

interface FormProps {
  id: string;
  limitKey: LimitKey;
  limit: Limit | undefined;
  onSubmit: (value: string) => void;
}

/** The fields of one limit; what they say is sent as text. */
export function LimitForm(props: FormProps) {
  switch (props.limitKey.name) {
    case 'dayLoss':
      return <AmountForm {...props} />;
    case 'dayOrders':
      return <NumberForm {...props} max="10000" />;
    case 'leverage':
      return <NumberForm {...props} max="100" />;
    case 'nightLock':
      return <HoursForm {...props} />;
    case 'exclusion':
    case 'allowList':
      return null;
  }
}

const MONEY_DECIMALS = 2;

function AmountForm({ id, limitKey, limit, onSubmit }: FormProps) {
  const { t } = useTranslation('security');
  const [value, setValue] = useState(limit?.value ?? '');
  const [wasTried, setTried] = useState(false);
  const isMissing = !/[1-9]/.test(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) onSubmit(value);
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4 py-2">
      <AmountField
        label={t('limit_field_dayLoss')}
        asset={limitKey.asset ?? ''}
        decimals={MONEY_DECIMALS}
        value={value}
        onValueChange={setValue}
        help={t('limit_help_dayLoss')}
        error={wasTried && isMissing ? t('limit_amountMissing') : undefined}
      />
    </form>
  );
}

function NumberForm({ id, limitKey, limit, max, onSubmit }: FormProps & { max: string }) {
  const { t } = useTranslation('security');
  const [value, setValue] = useState(limit?.value ?? '');
  const [wasTried, setTried] = useState(false);
  const isMissing = !/^[1-9]\d*$/.test(value);
  const name = limitKey.name === 'leverage' ? 'leverage' : 'dayOrders';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) onSubmit(value);
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4 py-2">
      <QuantityField
        label={t(`limit_field_${name}`)}
        value={value}
        onValueChange={setValue}
        min="1"
        max={max}
        lessLabel={t('limit_less')}
        moreLabel={t('limit_more')}
        help={t(`limit_help_${name}`)}
        error={wasTried && isMissing ? t('limit_numberMissing') : undefined}
      />
    </form>
  );
}

const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
);
/** When most people who lock their nights do. */
const USUAL = '22:00-07:00';

function HoursForm({ id, limit, onSubmit }: FormProps) {
  const { t } = useTranslation('security');
  const settings = useFormat();
  const [first = USUAL] = (limit?.nextValue ?? limit?.value ?? USUAL).split(',');
  const [before = '', after = ''] = first.split('-');
  const [from, setFrom] = useState(before);
  const [to, setTo] = useState(after);
  const isSame = from === to;
  const options = HALF_HOURS.map((value) => ({ value, label: localDigits(value, settings) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) onSubmit(`${from}-${to}`);
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4 py-2">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('limit_from')}
          value={from}
          onValueChange={setFrom}
          placeholder={t('limit_from')}
          closeLabel={t('close')}
          options={options}
        />
        <SelectField
          label={t('limit_to')}
          value={to}
          onValueChange={setTo}
          placeholder={t('limit_to')}
          closeLabel={t('close')}
          options={options}
        />
      </div>
      {isSame && <p className="text-small text-danger">{t('limit_hoursSame')}</p>}
      <p className="text-small text-muted">{t('limit_help_nightLock')}</p>
    </form>
  );
}
