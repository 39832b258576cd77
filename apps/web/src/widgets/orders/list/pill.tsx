import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { OptionSheet } from '#ui/fields/select-field.tsx';
import { Icon } from '#ui/icon.tsx';

export interface PillProps<Value extends string> {
  title: string;
  value: Value;
  onValueChange: (value: Value) => void;
  /** The first one filters nothing. */
  options: readonly { value: Value; label: string }[];
  /** Said in place of the chosen option's own words. */
  valueText?: string | undefined;
}

/** A filter that says what it lets through, and asks in a sheet. */
export function Pill<Value extends string>({
  title,
  value,
  onValueChange,
  options,
  valueText,
}: PillProps<Value>) {
  const { t } = useTranslation('trade');
  const [isOpen, setOpen] = useState(false);
  const chosen = valueText ?? options.find((option) => option.value === value)?.label ?? '';
  const isSet = value !== options[0]?.value;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${title}: ${chosen}`}
        onClick={() => setOpen(true)}
        className={`pressable target flex min-h-9 shrink-0 items-center gap-1 rounded-full pr-2 pl-3 text-small font-semibold whitespace-nowrap ${isSet ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted'}`}
      >
        {isSet ? chosen : title}
        <Icon icon={ChevronDown} size={16} />
      </button>
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        closeLabel={t('close')}
        options={options}
        value={value}
        onValueChange={onValueChange}
      />
    </>
  );
}
