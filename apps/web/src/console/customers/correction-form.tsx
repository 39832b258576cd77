import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import type { ConsoleInput, ConsoleOutput } from '../calls.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { goTo } from '../path.ts';

type Asked = Omit<ConsoleInput<'consoleCorrectionPropose'>, 'clientId' | 'userId' | 'environment'>;

const WORDS_MIN = 20;
const WORDS_MAX = 300;
const REFERENCE_MIN = 6;
const REFERENCE_MAX = 100;
const MONEY = ['stock INR', 'spot USDT'] as const;
const DIRECTIONS = ['toAccount', 'fromAccount'] as const;
const HOUSES = ['corrections', 'outside'] as const;
const EMPTY: Asked = {
  direction: 'toAccount',
  house: 'corrections',
  wallet: 'stock',
  asset: 'INR',
  amount: '',
  ticket: '',
  text: '',
};

interface CorrectionFormProps {
  userId: string;
  environment: 'real' | 'demo';
}

/** Proposes a posting of money for a customer: opens at a press; another person of another role decides. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { t } = useTranslation('console/correction');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OpenForm {...props} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button size="medium" tone="secondary" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
    </div>
  );
}

function OpenForm({ userId, environment, onClose }: CorrectionFormProps & { onClose: () => void }) {
  const { t } = useTranslation('console/correction');
  const say = useSayError();
  const [asked, setAsked] = useState(EMPTY);
  // Kept over tries that got no answer, so that none proposes twice.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const propose = useMutation<ConsoleOutput<'consoleCorrectionPropose'>, CallError>({
    mutationFn: () => consoleCall('consoleCorrectionPropose', { clientId, userId, environment, ...asked }),
    onSuccess: ({ id }) => {
      showToast(t('proposed'), { tone: 'success' });
      refresh();
      goTo({ page: 'queue', queue: 'corrections', show: 'waiting', id });
    },
    onError: (error) => {
      say(error);
      if (isRefusal(error, 'CLIENT_ID_REUSED')) setClientId(crypto.randomUUID());
    },
  });
  const change = (changed: Partial<Asked>) => setAsked({ ...asked, ...changed });
  const isReferred = asked.house === 'corrections' || (asked.reference ?? '').length >= REFERENCE_MIN;
  const isReady =
    isReferred && asked.amount !== '' && asked.ticket.trim() !== '' && asked.text.trim().length >= WORDS_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !propose.isPending) propose.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-col gap-3">
      <h3 className="text-heading">{t(environment === 'real' ? 'titleReal' : 'titleDemo')}</h3>
      <p className="text-small text-muted">{t('help')}</p>
      <MoneyFields asked={asked} onChange={change} />
      <TextField
        label={t('ticket')}
        help={t('ticketHelp')}
        autoCapitalize="none"
        value={asked.ticket}
        onValueChange={(ticket) => change({ ticket: ticket.trim() })}
      />
      <TextAreaField
        label={t('why')}
        help={t('whyHelp')}
        rows={3}
        maxLength={WORDS_MAX}
        value={asked.text}
        onValueChange={(text) => change({ text: text.replaceAll(/\s+/g, ' ') })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="medium" disabled={!isReady} loading={propose.isPending}>
          {t('propose')}
        </Button>
        <Button size="medium" tone="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function MoneyFields({ asked, onChange }: { asked: Asked; onChange: (changed: Partial<Asked>) => void }) {
  const { t } = useTranslation('console/correction');
  const { wallet, asset, direction, house, amount, reference = '' } = asked;
  const choose = (money: (typeof MONEY)[number]) =>
    onChange(money === 'stock INR' ? { wallet: 'stock', asset: 'INR' } : { wallet: 'spot', asset: 'USDT' });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('direction')}
        placeholder={t('direction')}
        options={DIRECTIONS.map((one) => ({ value: one, label: t(`direction_${one}`) }))}
        value={direction}
        onValueChange={(chosen) => onChange({ direction: chosen })}
      />
      <SelectField
        label={t('house')}
        placeholder={t('house')}
        options={HOUSES.map((one) => ({
          value: one,
          label: t(`house_${one}`),
          detail: t(`houseDetail_${one}`),
        }))}
        value={house}
        onValueChange={(chosen) => onChange({ house: chosen, reference: undefined })}
      />
      <SelectField
        label={t('money')}
        placeholder={t('money')}
        options={MONEY.map((one) => ({ value: one, label: t(one === 'stock INR' ? 'stock' : 'spot') }))}
        value={MONEY.find((one) => one === `${wallet} ${asset}`)}
        onValueChange={choose}
      />
      <TextField
        label={t('amount', { asset })}
        inputMode="decimal"
        value={amount}
        onValueChange={(typed) => onChange({ amount: typed.trim() })}
      />
      {house === 'outside' && (
        <TextField
          label={t('reference')}
          help={t('referenceHelp')}
          autoCapitalize="none"
          maxLength={REFERENCE_MAX}
          value={reference}
          onValueChange={(typed) => onChange({ reference: typed.replaceAll(/[^A-Za-z0-9/-]/g, '') })}
        />
      )}
    </div>
  );
}
