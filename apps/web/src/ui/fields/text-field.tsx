import { Eye, EyeOff } from 'lucide-react';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { FIELD_BOX, FIELD_INPUT, Field, type FieldTexts } from './field.tsx';

export interface TextFieldProps extends FieldTexts {
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'date' | 'datetime-local' | undefined;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'url' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: 'none' | 'words' | 'sentences' | 'characters' | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  prefix?: ReactNode;
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField({
  label,
  hideLabel,
  help,
  error,
  aside,
  prefix,
  suffix,
  ...props
}: TextFieldProps) {
  const { value, onValueChange, ref, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} aside={aside}>
      {(control) => (
        <div className={FIELD_BOX}>
          {prefix}
          <input
            {...control}
            {...rest}
            ref={ref}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={FIELD_INPUT}
          />
          {suffix}
        </div>
      )}
    </Field>
  );
}

export interface PasswordFieldProps
  extends Omit<TextFieldProps, 'type' | 'suffix' | 'inputMode' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password' | 'off';
  /** Names of the eye button. */
  showLabel: string;
  hideLabelText: string;
}

export function PasswordField({ showLabel, hideLabelText, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      suffix={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? hideLabelText : showLabel}
          tone="muted"
          className="-mr-3"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

export interface PhoneFieldProps
  extends Omit<TextFieldProps, 'type' | 'prefix' | 'inputMode' | 'autoComplete'> {
  /** "+91": opens the list of area codes. */
  areaCode: string;
  areaCodeLabel: string;
  onAreaCodePress: () => void;
}

export function PhoneField({ areaCode, areaCodeLabel, onAreaCodePress, ...props }: PhoneFieldProps) {
  return (
    <TextField
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      prefix={
        <button
          type="button"
          aria-label={`${areaCodeLabel} ${areaCode}`}
          aria-haspopup="dialog"
          onClick={onAreaCodePress}
          className="number -ml-2 min-h-11 shrink-0 border-r border-line pr-3 pl-2 text-body font-semibold"
        >
          {areaCode}
        </button>
      }
    />
  );
}

export interface TextAreaFieldProps extends FieldTexts {
  value: string;
  onValueChange: (value: string) => void;
  rows?: number | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

export function TextAreaField({
  label,
  hideLabel,
  help,
  error,
  aside,
  rows = 4,
  ...props
}: TextAreaFieldProps) {
  const { value, onValueChange, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} aside={aside}>
      {(control) => (
        <div className={FIELD_BOX}>
          <textarea
            {...control}
            {...rest}
            rows={rows}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={`${FIELD_INPUT} my-3 resize-none placeholder:text-muted`}
          />
        </div>
      )}
    </Field>
  );
}
