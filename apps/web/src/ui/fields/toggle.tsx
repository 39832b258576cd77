import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** May hold links. */
  children: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
}

export function Checkbox({ checked, onCheckedChange, children, error, disabled, required }: CheckboxProps) {
  const id = useId();
  const hasError = error !== undefined && error !== '';
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          required={required}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? id : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer sr-only"
        />
        <span className="grid size-6 shrink-0 place-items-center rounded-chip border-2 border-line-strong text-transparent transition-colors duration-150 peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand peer-disabled:opacity-50 peer-aria-invalid:border-danger">
          <Icon icon={Check} size={16} />
        </span>
        <span className="min-w-0 text-body">{children}</span>
      </label>
      {hasError && (
        <p id={id} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: string;
  detail?: ReactNode;
  disabled?: boolean | undefined;
  /** Only the switch; the label is for screen readers. */
  bare?: boolean | undefined;
}

export function Switch({ checked, onCheckedChange, label, detail, disabled, bare = false }: SwitchProps) {
  const id = useId();
  return (
    <label className={`flex items-center gap-3 ${bare ? 'min-h-11' : 'min-h-14'}`}>
      <span className={bare ? 'sr-only' : 'min-w-0 grow'}>
        <span className="block text-body font-medium">{label}</span>
        {detail !== undefined && (
          <span id={id} className="block text-small text-muted">
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={detail === undefined ? undefined : id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors duration-150 after:absolute after:top-0.5 after:left-0.5 after:size-6 after:rounded-full after:bg-knob after:transition-transform after:duration-150 peer-checked:bg-brand peer-checked:after:translate-x-5 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand peer-disabled:opacity-50"
      />
    </label>
  );
}
