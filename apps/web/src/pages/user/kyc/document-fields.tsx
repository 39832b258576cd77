import { Link } from '@tanstack/react-router';
import { COUNTRY_CODES, DOCUMENT_TYPES } from '@tarazu/core/countries';
import { useTranslation } from '#locales/i18n.ts';
import { Chips, Segmented } from '#ui/fields/choice.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, type DraftField, hasEnd, type problemsOf, taxNumberOf, warningsOf } from './draft.ts';
import { COUNTRY_WORDS, DOCUMENT_WORDS, ID_CARD_WORDS, TAX_WORDS } from './words.ts';

export interface DocumentFieldsProps {
  draft: Draft;
  today: string;
  problems: ReturnType<typeof problemsOf>;
  onChange: (change: Partial<Draft>) => void;
}

const NUMBER_HELPS = { IN: 'aadhaarHelp', BD: 'nidHelp', BR: 'numberHelp' } as const;

/** Entries of the document, as the person reads them on it. */
export function DocumentFields({ draft, today, problems, onChange }: DocumentFieldsProps) {
  const { t } = useTranslation('identity');
  const warnings = warningsOf(draft, today);
  const { country, documentType } = draft;
  const tax = taxNumberOf(draft);
  const texts = (field: DraftField, help: string) => {
    const [problem, warning] = [problems[field], warnings[field]];
    return { error: problem && t(problem), help: warning === undefined ? help : t(warning) };
  };
  return (
    <>
      <DocumentChoices draft={draft} onChange={onChange} />
      <TextField
        label={t('fullName')}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={80}
        value={draft.fullName}
        onValueChange={(fullName) => onChange({ fullName })}
        {...texts('fullName', t('fullNameHelp'))}
      />
      <TextField
        label={
          documentType === 'idCard'
            ? t('numberOf', { document: t(ID_CARD_WORDS[country]) })
            : t('documentNumber')
        }
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={32}
        value={draft.documentNumber}
        onValueChange={(documentNumber) => onChange({ documentNumber })}
        {...texts('documentNumber', t(documentType === 'idCard' ? NUMBER_HELPS[country] : 'numberHelp'))}
      />
      {tax !== undefined && (
        <TextField
          label={t(TAX_WORDS[tax][0])}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={draft.taxNumber}
          onValueChange={(taxNumber) => onChange({ taxNumber })}
          {...texts('taxNumber', t(TAX_WORDS[tax][1]))}
        />
      )}
      <DateFields draft={draft} texts={texts} onChange={onChange} />
      <TextField
        label={t('place')}
        autoComplete="address-level2"
        maxLength={120}
        value={draft.place}
        onValueChange={(place) => onChange({ place })}
        help={t('placeHelp')}
        aside={
          <Link to="/choose-location" className="text-small font-medium text-brand">
            {t('placeChoose')}
          </Link>
        }
      />
    </>
  );
}

function DocumentChoices({ draft, onChange }: Pick<DocumentFieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('identity');
  const { country, documentType } = draft;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span className="text-small font-medium text-muted">{t('country')}</span>
        <Chips
          label={t('country')}
          value={country}
          onValueChange={(value) => onChange({ country: value })}
          items={COUNTRY_CODES.map((value) => ({ value, label: t(COUNTRY_WORDS[value]) }))}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-small font-medium text-muted">{t('documentType')}</span>
        <Segmented
          label={t('documentType')}
          value={documentType}
          onValueChange={(value) => onChange({ documentType: value })}
          items={DOCUMENT_TYPES.map((value) => ({ value, label: t(DOCUMENT_WORDS[value]) }))}
        />
      </div>
    </>
  );
}

interface DateFieldsProps extends Pick<DocumentFieldsProps, 'draft' | 'onChange'> {
  texts: (field: DraftField, help: string) => { error: string | undefined; help: string };
}

function DateFields({ draft, texts, onChange }: DateFieldsProps) {
  const { t } = useTranslation('identity');
  return (
    <>
      <TextField
        label={t('birthDate')}
        type="date"
        autoComplete="bday"
        value={draft.birthDate}
        onValueChange={(birthDate) => onChange({ birthDate })}
        {...texts('birthDate', t('birthDateHelp'))}
      />
      {hasEnd(draft) && (
        <TextField
          label={t('expiresOn')}
          type="date"
          autoComplete="off"
          value={draft.expiresOn}
          onValueChange={(expiresOn) => onChange({ expiresOn })}
          {...texts('expiresOn', t('expiresOnHelp'))}
        />
      )}
    </>
  );
}
