import { Plus, X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import type { ConsoleOutput } from '../calls.ts';

type EditedRule = ConsoleOutput<'consoleRules'>['rules'][number];
type Form = EditedRule['form'];
type Field = Form['fields'][number];
type Table = Form['tables'][number];
type Document = EditedRule['document'];
type Row = Document['values'];

interface RuleFieldsProps {
  form: Form;
  document: Document;
  onDocumentChange: (document: Document) => void;
}

/** The fields of a rule by its form, and the rows of its tables. */
export function RuleFields({ form: { fields, tables }, document, onDocumentChange }: RuleFieldsProps) {
  const { values } = document;
  return (
    <>
      {fields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <RuleField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onValueChange={(value) =>
                onDocumentChange({ ...document, values: { ...values, [field.name]: value } })
              }
            />
          ))}
        </div>
      )}
      {tables.map((table) => (
        <RuleRows
          key={table.name}
          table={table}
          rows={document.tables[table.name] ?? []}
          onRowsChange={(rows) =>
            onDocumentChange({ ...document, tables: { ...document.tables, [table.name]: [...rows] } })
          }
        />
      ))}
    </>
  );
}

interface RuleRowsProps {
  table: Table;
  rows: readonly Row[];
  onRowsChange: (rows: readonly Row[]) => void;
}

function RuleRows({ table: { name, columns, rowsMin, rowsMax }, rows, onRowsChange }: RuleRowsProps) {
  const { t } = useTranslation('console');
  const wordOf = useRuleWords();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 text-heading">{wordOf('table', name)}</legend>
      {rows.map((row, place) => (
        // Rows have no identity but their place: a document is a list of texts.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row is known by
        <div key={place} className="flex items-end gap-2 border-b border-line pb-3">
          <div className="grid min-w-0 grow gap-2 sm:grid-cols-3">
            {columns.map((field) => (
              <RuleField
                key={field.name}
                field={field}
                row={place + 1}
                value={row[field.name] ?? ''}
                onValueChange={(value) => onRowsChange(rows.with(place, { ...row, [field.name]: value }))}
              />
            ))}
          </div>
          <IconButton
            icon={X}
            label={t('rowRemove', { row: String(place + 1) })}
            disabled={rows.length <= rowsMin}
            onClick={() => onRowsChange(rows.toSpliced(place, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="medium"
          tone="quiet"
          icon={<Icon icon={Plus} size={20} />}
          disabled={rows.length >= rowsMax}
          onClick={() => onRowsChange([...rows, {}])}
        >
          {t('rowAdd')}
        </Button>
      </div>
    </fieldset>
  );
}

interface RuleFieldProps {
  field: Field;
  /** Number of the row in a table. */
  row?: number;
  value: string;
  onValueChange: (value: string) => void;
}

const UNITS = { minutes: 'unitMinutes', seconds: 'unitSeconds', days: 'unitDays' } as const;

function unitKeyOf(kind: Field['kind']): (typeof UNITS)[keyof typeof UNITS] | undefined {
  return kind === 'minutes' || kind === 'seconds' || kind === 'days' ? UNITS[kind] : undefined;
}

function RuleField({ field: { name, kind, choices = [] }, row, value, onValueChange }: RuleFieldProps) {
  const { t } = useTranslation('console');
  const wordOf = useRuleWords();
  const word = wordOf('field', name);
  const label = row === undefined ? word : t('rowOf', { row: String(row), field: word });
  if (kind === 'flag' || kind === 'choice') {
    const options =
      kind === 'flag'
        ? [
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
          ]
        : choices.map((choice) => ({ value: choice, label: wordOf('value', choice) }));
    return (
      <SelectField
        label={label}
        placeholder={word}
        options={options}
        value={value === '' ? undefined : value}
        onValueChange={onValueChange}
      />
    );
  }
  const unit = unitKeyOf(kind);
  return (
    <TextField
      label={label}
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'text' || kind === 'clock' ? 'text' : 'decimal'}
      placeholder={kind === 'clock' ? '15:30' : undefined}
      value={value}
      onValueChange={onValueChange}
      prefix={kind === 'rupees' ? <span className="text-muted">₹</span> : undefined}
      suffix={
        kind === 'percent' || unit !== undefined ? (
          <span className="text-muted">{unit === undefined ? '%' : t(unit)}</span>
        ) : undefined
      }
    />
  );
}
