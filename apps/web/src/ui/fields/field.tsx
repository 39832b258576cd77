import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/icon.tsx';

/** The attributes that a field's control must carry to be tied to its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** Keep the label for screen readers only. */
  hideLabel?: boolean | undefined;
  help?: ReactNode;
  /** The fault and its remedy; replaces the help. */
  error?: string | undefined;
  /** At the right of the label: a balance, a "max" button. */
  aside?: ReactNode;
  /**
   * Label left and control right on one line, with the aside under the label: a ticket that must fit a phone.
   */
  inline?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

export interface FieldTexts extends Omit<FieldProps, 'children'> {}

export function Field({
  label,
  hideLabel = false,
  help,
  error,
  aside,
  inline = false,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const hasError = error !== undefined && error !== '';
  const hasHint = hasError || help !== undefined;
  const control: ControlProps = {
    id,
    'aria-describedby': hasHint ? hintId : undefined,
    'aria-invalid': hasError || undefined,
  };
  const text = (
    <label htmlFor={id} className={inline ? 'text-body font-medium' : 'text-small font-medium text-muted'}>
      {label}
    </label>
  );
  const hint = (
    <div id={hintId} aria-live="polite" className={hasHint ? 'text-small' : 'sr-only'}>
      {hasError ? <FieldError text={error} /> : <span className="text-muted">{help}</span>}
    </div>
  );
  if (inline) {
    return (
      <div className="flex flex-col gap-1">
        <div className="flex items-center gap-3">
          <div className="flex min-w-0 grow basis-0 flex-col">
            {text}
            {aside}
          </div>
          <div className="w-1/2 min-w-44 shrink-0">{children(control)}</div>
        </div>
        {hint}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className={hideLabel ? 'sr-only' : 'flex items-end justify-between gap-3'}>
        {text}
        {aside}
      </div>
      {children(control)}
      {hint}
    </div>
  );
}

function FieldError({ text }: { text: string }) {
  return (
    <span className="flex gap-1.5 text-danger">
      <Icon icon={CircleAlert} size={16} />
      {text}
    </span>
  );
}

/** The box around an input and what stands beside it; the input fills it, so that all of it can be tapped. */
export const FIELD_BOX =
  'flex min-h-13 w-full items-center gap-2 rounded-input border border-line-strong bg-sunken px-4 transition-colors duration-150 has-[:focus-visible]:border-brand has-[[aria-invalid]]:border-danger has-[:disabled]:opacity-60';

export const FIELD_INPUT =
  'min-w-0 grow self-stretch bg-transparent text-body text-ink outline-none disabled:cursor-not-allowed';
