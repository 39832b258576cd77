import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { feel } from '#ui/feedback/feel.ts';
import { Icon } from '#ui/icon.tsx';
import { normaliseAmount } from '#ui/numbers/amount-text.ts';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { localDigits } from '#ui/numbers/format-settings.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { useHold } from '#ui/use-hold.ts';
import { Field, type FieldTexts } from './field.tsx';

export interface QuantityFieldProps extends FieldTexts {
  value: string;
  onValueChange: (value: string) => void;
  /** Decimal text: one share, one lot, one tick. */
  step?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  decimals?: number | undefined;
  /** Names of the two buttons. */
  lessLabel: string;
  moreLabel: string;
  suffix?: ReactNode;
  disabled?: boolean | undefined;
}

/**
 * A number with minus and plus, which repeat while held; arrow keys step too, page keys by ten. Steps are
 * exact: 0.1 and 0.2 make 0.3.
 */
export function QuantityField({
  step = '1',
  min = '0',
  max,
  decimals = 0,
  disabled,
  ...props
}: QuantityFieldProps) {
  const settings = useFormat();
  const { value, onValueChange } = props;
  const stepBy = (change: string) =>
    onValueChange(clamp(addDecimal(value === '' ? '0' : value, change), { min, max }));
  const isLeast = compareDecimal(value, min) <= 0;
  const isMost = max !== undefined && compareDecimal(value, max) >= 0;
  return (
    <Field
      label={props.label}
      hideLabel={props.hideLabel}
      help={props.help}
      error={props.error}
      aside={props.aside}
      inline={props.inline}
    >
      {(control) => (
        <div className="flex min-h-13 items-center rounded-input border border-line-strong bg-sunken px-1 has-[input:focus-visible]:border-brand has-[[aria-invalid]]:border-danger">
          <StepButton
            icon={Minus}
            label={props.lessLabel}
            disabled={disabled === true || isLeast}
            onClick={() => stepBy(negateDecimal(step))}
          />
          <input
            {...control}
            disabled={disabled}
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={localDigits(value, settings)}
            onChange={(event) => onValueChange(normaliseAmount(event.target.value, decimals))}
            onKeyDown={(event) => {
              const change = changeOfKey(event.key, step);
              if (change === undefined) return;
              event.preventDefault();
              stepBy(change);
            }}
            className="number min-w-0 grow self-stretch bg-transparent text-center text-heading outline-none"
          />
          {props.suffix}
          <StepButton
            icon={Plus}
            label={props.moreLabel}
            disabled={disabled === true || isMost}
            onClick={() => stepBy(step)}
          />
        </div>
      )}
    </Field>
  );
}

/** Ten steps at once for who has far to go. */
function changeOfKey(key: string, step: string): string | undefined {
  const leap = Array.from({ length: 9 }, () => step).reduce(addDecimal, step);
  const changes: Readonly<Record<string, string>> = {
    ArrowUp: step,
    ArrowDown: negateDecimal(step),
    PageUp: leap,
    PageDown: negateDecimal(leap),
  };
  return changes[key];
}

interface StepButtonProps {
  icon: typeof Minus;
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function StepButton({ icon, label, disabled, onClick }: StepButtonProps) {
  const hold = useHold(() => {
    feel('step');
    onClick();
  });
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      {...hold}
      className="pressable grid touch-manipulation select-none size-11 shrink-0 place-items-center rounded-chip disabled:opacity-30"
    >
      <Icon icon={icon} size={20} />
    </button>
  );
}

function clamp(value: string, limits: { min: string; max: string | undefined }): string {
  if (compareDecimal(value, limits.min) < 0) return limits.min;
  if (limits.max !== undefined && compareDecimal(value, limits.max) > 0) return limits.max;
  return value;
}
