import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { OptionSheet } from '#ui/fields/select-field.tsx';
import { PhoneField, TextField } from '#ui/fields/text-field.tsx';
import type { Contact } from './contact.ts';

export interface ContactFieldsProps {
  contact: Contact;
  onChange: (change: Partial<Contact>) => void;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
}

export function ContactFields({ contact, onChange, error, autoFocus }: ContactFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label={t('signInBy')}
        value={contact.by}
        onValueChange={(by) => onChange({ by })}
        items={[
          { value: 'phone', label: t('phone') },
          { value: 'email', label: t('email') },
        ]}
      />
      {contact.by === 'phone' ? (
        <PhoneNumber contact={contact} onChange={onChange} error={error} autoFocus={autoFocus} />
      ) : (
        <TextField
          label={t('emailLabel')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          value={contact.email}
          onValueChange={(email) => onChange({ email })}
          error={error}
          autoFocus={autoFocus}
        />
      )}
    </div>
  );
}

function PhoneNumber({ contact, onChange, error, autoFocus }: ContactFieldsProps) {
  const { t } = useTranslation('account');
  const [isChoosing, setChoosing] = useState(false);
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const codes = props.data?.areaCodes ?? [{ country: 'IN', name: 'India', code: '91' }];
  return (
    <>
      <PhoneField
        label={t('phoneLabel')}
        areaCode={`+${contact.areaCode}`}
        areaCodeLabel={t('areaCode')}
        onAreaCodePress={() => setChoosing(true)}
        maxLength={18}
        value={contact.phone}
        onValueChange={(phone) => onChange({ phone })}
        error={error}
        autoFocus={autoFocus}
      />
      <OptionSheet
        open={isChoosing}
        onOpenChange={setChoosing}
        title={t('areaCode')}
        closeLabel={t('close')}
        value={contact.areaCode}
        onValueChange={(areaCode) => onChange({ areaCode })}
        options={codes.map(({ name, code }) => ({ value: code, label: name, detail: `+${code}` }))}
        search={{ label: t('searchCountry'), clearLabel: t('clear'), emptyText: t('noCountry') }}
      />
    </>
  );
}
