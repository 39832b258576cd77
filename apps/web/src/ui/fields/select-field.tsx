import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { FIELD_BOX, Field, type FieldTexts } from './field.tsx';
import { SearchField } from './search-field.tsx';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  detail?: string | undefined;
  leading?: ReactNode;
  disabled?: boolean | undefined;
}

export interface SelectSearch {
  label: string;
  clearLabel: string;
  /** When nothing fits. */
  emptyText: string;
}

export interface OptionSheetProps<Value extends string> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** A search field above the options, for long lists. */
  search?: SelectSearch | undefined;
  closeLabel?: string | undefined;
}

/** A sheet of options of which one holds: a select's list, a sort order, an area code. */
export function OptionSheet<Value extends string>({
  options,
  value,
  onValueChange,
  search,
  ...props
}: OptionSheetProps<Value>) {
  const [sought, setSought] = useState('');
  const found = options.filter((option) => matches(option, sought));
  const choose = (chosen: Value) => {
    onValueChange(chosen);
    props.onOpenChange(false);
  };
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      closeLabel={props.closeLabel}
    >
      {search !== undefined && (
        <div className="sticky top-0 z-10 bg-surface pb-2">
          <SearchField
            value={sought}
            onValueChange={setSought}
            label={search.label}
            clearLabel={search.clearLabel}
          />
        </div>
      )}
      <div className="-mx-5 flex flex-col">
        {found.map((option) => (
          <OptionRow
            key={option.value}
            option={option}
            isChosen={option.value === value}
            onChoose={() => choose(option.value)}
          />
        ))}
      </div>
      {found.length === 0 && search !== undefined && (
        <p className="py-8 text-center text-body text-muted">{search.emptyText}</p>
      )}
    </Sheet>
  );
}

function matches(option: SelectOption<string>, sought: string): boolean {
  const text = `${option.label} ${option.detail ?? ''} ${option.value}`.toLowerCase();
  return text.includes(sought.trim().toLowerCase());
}

interface OptionRowProps {
  option: SelectOption<string>;
  isChosen: boolean;
  onChoose: () => void;
}

/** A button and no radio: a radio chooses on each arrow key and would close the sheet under the finger. */
function OptionRow({ option, isChosen, onChoose }: OptionRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={option.disabled}
      onClick={onChoose}
      className="pressable flex min-h-14 items-center gap-3 px-5 py-2 text-left -outline-offset-2 [--pressed:var(--surface)] disabled:opacity-50"
    >
      {option.leading}
      <span className="min-w-0 grow">
        <span className={`block text-body ${isChosen ? 'font-semibold' : 'font-medium'}`}>
          {option.label}
        </span>
        {option.detail !== undefined && <span className="block text-small text-muted">{option.detail}</span>}
      </span>
      {isChosen && <Icon icon={Check} size={20} className="text-brand" />}
    </button>
  );
}

export interface SelectFieldProps<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder: string;
  search?: SelectSearch | undefined;
  closeLabel?: string | undefined;
  disabled?: boolean | undefined;
}

export function SelectField<Value extends string>({
  options,
  value,
  onValueChange,
  ...props
}: SelectFieldProps<Value>) {
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const valueId = useId();
  return (
    <>
      <Field
        label={props.label}
        hideLabel={props.hideLabel}
        help={props.help}
        error={props.error}
        aside={props.aside}
      >
        {({ id, ...control }) => (
          <button
            id={id}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-describedby={[valueId, control['aria-describedby']].filter(Boolean).join(' ')}
            data-invalid={control['aria-invalid']}
            disabled={props.disabled}
            onClick={() => setOpen(true)}
            className={`${FIELD_BOX} text-left data-invalid:border-danger`}
          >
            {chosen?.leading}
            <span
              id={valueId}
              className={`min-w-0 grow text-body ${chosen === undefined ? 'text-muted' : ''}`}
            >
              {chosen?.label ?? props.placeholder}
            </span>
            <Icon icon={ChevronDown} size={20} className="text-muted" />
          </button>
        )}
      </Field>
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={props.label}
        options={options}
        value={value}
        onValueChange={onValueChange}
        search={props.search}
        closeLabel={props.closeLabel}
      />
    </>
  );
}
