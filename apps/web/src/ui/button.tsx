import type { MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './feedback/spinner.tsx';
import { type RenderTarget, renderAs } from './render-as.ts';

export type ButtonTone = 'main' | 'secondary' | 'quiet' | 'buy' | 'sell' | 'danger';
/** 52, 44 and 36 px high; the smallest still answers within 44. */
export type ButtonSize = 'large' | 'medium' | 'small';

export interface ButtonProps {
  children: ReactNode;
  tone?: ButtonTone | undefined;
  size?: ButtonSize | undefined;
  type?: 'button' | 'submit' | undefined;
  /** Takes the whole width. */
  wide?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Shows a ring and ignores presses; the words stay, so that the width and the name stay. */
  loading?: boolean | undefined;
  icon?: ReactNode;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** A link that looks like a button: `render={<Link to="…" />}`. */
  render?: RenderTarget | undefined;
  form?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  className?: string | undefined;
}

const TONES: Readonly<Record<ButtonTone, string>> = {
  main: 'bg-brand text-on-brand [--pressed:var(--brand)]',
  secondary: 'bg-brand-soft text-brand [--pressed:var(--brand-soft)]',
  quiet: 'bg-transparent text-brand [--pressed:transparent]',
  buy: 'bg-up text-on-up [--pressed:var(--up)]',
  sell: 'bg-down text-on-down [--pressed:var(--down)]',
  danger: 'bg-danger text-on-danger [--pressed:var(--danger)]',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  large: 'min-h-13 rounded-tile px-5 text-heading',
  medium: 'min-h-11 rounded-input px-4 text-body font-semibold',
  small: 'target min-h-9 shrink-0 rounded-input px-3 text-small font-semibold whitespace-nowrap',
};

const DISABLED = 'disabled:bg-sunken disabled:text-muted aria-disabled:cursor-progress';

export function Button({
  tone = 'main',
  size = 'large',
  wide = false,
  loading = false,
  ...props
}: ButtonProps) {
  const className = classNames(
    'pressable inline-flex items-center justify-center gap-2 text-center select-none',
    TONES[tone],
    SIZES[size],
    DISABLED,
    wide && 'w-full',
    props.className,
  );
  const content = (
    <>
      {loading ? <Spinner size={20} tone="current" /> : props.icon}
      <span className="min-w-0 py-1">{props.children}</span>
    </>
  );
  if (props.render !== undefined) {
    return renderAs(props.render, { className, children: content, 'aria-label': props['aria-label'] });
  }
  return (
    <button
      ref={props.ref}
      type={props.type ?? 'button'}
      form={props.form}
      className={className}
      disabled={props.disabled}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      onClick={(event) => pressUnlessLoading(event, loading, props.onClick)}
    >
      {content}
    </button>
  );
}

/** A loading button keeps the focus, so it can't be `disabled`; a submit must be stopped here instead. */
function pressUnlessLoading(
  event: MouseEvent<HTMLButtonElement>,
  loading: boolean,
  onClick: ButtonProps['onClick'],
): void {
  if (loading) {
    event.preventDefault();
    return;
  }
  onClick?.(event);
}
