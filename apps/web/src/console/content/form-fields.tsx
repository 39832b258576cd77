import {
  AD_ART,
  CONTENT_BODY_MAX,
  CONTENT_KINDS,
  CONTENT_SUMMARY_MAX,
  CONTENT_TITLE_MAX,
} from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { type ContentFields, hasBody, hasSummary } from './content-fields.ts';

interface FormFieldsProps {
  fields: ContentFields;
  onFieldsChange: (changed: Partial<ContentFields>) => void;
}

const BODY_ROWS = 10;
const TAGS = 'p, h2, ul, ol, li, strong, em, a';

/** Kind, and title, summary and text in each language. */
export function TextFields({ fields, onFieldsChange }: FormFieldsProps) {
  const { t } = useTranslation('console/content');
  return (
    <>
      <SelectField
        label={t('kind')}
        placeholder={t('kind')}
        options={CONTENT_KINDS.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
        value={fields.kind}
        onValueChange={(kind) => onFieldsChange({ kind })}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {(['English', 'Bengali'] as const).map((name) => (
          <fieldset key={name} className="flex min-w-0 flex-col gap-4">
            <legend className="pb-2 text-heading">{t(`in${name}`)}</legend>
            <TextField
              label={t(`title${name}`)}
              maxLength={CONTENT_TITLE_MAX}
              value={fields[`title${name}`]}
              onValueChange={(text) => onFieldsChange({ [`title${name}`]: text })}
            />
            {hasSummary(fields) && (
              <TextField
                label={t(`summary${name}`)}
                maxLength={CONTENT_SUMMARY_MAX}
                value={fields[`summary${name}`]}
                onValueChange={(text) => onFieldsChange({ [`summary${name}`]: text })}
              />
            )}
            {hasBody(fields) && (
              <TextAreaField
                label={t(`body${name}`)}
                help={t('bodyHelp', { tags: TAGS })}
                rows={BODY_ROWS}
                maxLength={CONTENT_BODY_MAX}
                value={fields[`body${name}`]}
                onValueChange={(text) => onFieldsChange({ [`body${name}`]: text })}
              />
            )}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** Instruments, where it leads, and when it can be read. */
export function LinkFields({ fields, onFieldsChange }: FormFieldsProps) {
  const { t } = useTranslation('console/content');
  const isAd = fields.kind === 'ad';
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <TextField
        label={t('instruments')}
        help={t(isAd ? 'instrumentHelp' : 'instrumentsHelp')}
        autoCapitalize="characters"
        value={fields.instrumentIds}
        onValueChange={(instrumentIds) => onFieldsChange({ instrumentIds })}
      />
      {isAd && (
        <>
          <TextField
            label={t('link')}
            help={t('linkHelp', { page: '/pages/stock/list' })}
            autoCapitalize="none"
            value={fields.link}
            onValueChange={(link) => onFieldsChange({ link })}
          />
          <SelectField
            label={t('art')}
            placeholder={t('art')}
            options={AD_ART.map((art) => ({ value: art, label: t(`art_${art}`) }))}
            value={fields.art}
            onValueChange={(art) => onFieldsChange({ art })}
          />
        </>
      )}
      <TextField
        type="datetime-local"
        label={t('from')}
        help={t('fromHelp')}
        value={fields.from}
        onValueChange={(from) => onFieldsChange({ from })}
      />
      <TextField
        type="datetime-local"
        label={t('until')}
        help={t('untilHelp')}
        value={fields.until}
        onValueChange={(until) => onFieldsChange({ until })}
      />
    </div>
  );
}
