import { OTPField } from '@base-ui/react/otp-field';
import type { ReactNode } from 'react';
import { latinDigits } from '#ui/numbers/format-settings.ts';
import { Field } from './field.tsx';

export interface CodeFieldProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Called once all digits are there. */
  onComplete?: ((value: string) => void) | undefined;
  /** 6 by default. */
  length?: number | undefined;
  /** "Digit {n} of 6" for the slots after the first. */
  slotLabel: (position: number) => string;
  /** Dots instead of digits: transaction passwords. */
  mask?: boolean | undefined;
  /** `one-time-code` lets the phone fill it from a message; `off` for passwords. */
  autoComplete?: 'one-time-code' | 'off' | undefined;
  help?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

export function CodeField({
  length = 6,
  mask = false,
  autoComplete = 'one-time-code',
  ...props
}: CodeFieldProps) {
  return (
    <Field label={props.label} help={props.help} error={props.error} aside={props.aside}>
      {(control) => (
        <OTPField.Root
          id={control.id}
          aria-describedby={control['aria-describedby']}
          length={length}
          mask={mask}
          autoComplete={autoComplete}
          disabled={props.disabled ?? false}
          validationType="none"
          inputMode="numeric"
          normalizeValue={(typed) => latinDigits(typed).replace(/\D/g, '')}
          value={props.value}
          onValueChange={(value) => props.onValueChange(value)}
          onValueComplete={(value) => props.onComplete?.(value)}
          className="flex gap-2"
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place.
              key={index}
              autoFocus={index === 0 && props.autoFocus === true}
              aria-label={index === 0 ? undefined : props.slotLabel(index + 1)}
              aria-describedby={index === 0 ? control['aria-describedby'] : undefined}
              aria-invalid={control['aria-invalid']}
              className="number h-13 w-full min-w-0 max-w-14 rounded-input border border-line-strong bg-sunken text-center text-title outline-none focus:border-brand aria-invalid:border-danger"
            />
          ))}
        </OTPField.Root>
      )}
    </Field>
  );
}
