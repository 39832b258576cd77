import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { type RenderTarget, renderAs } from './render-as.ts';

export interface IconButtonProps {
  icon: LucideIcon;
  /** The name of the button: an icon alone has none. */
  label: string;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  render?: RenderTarget | undefined;
  /** A toggle such as a watchlist star: filled and announced as pressed. */
  pressed?: boolean | undefined;
  /** A dot for something unread; put the number or the word into `label`. */
  dot?: boolean | undefined;
  disabled?: boolean | undefined;
  tone?: 'ink' | 'muted' | 'brand' | 'danger' | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  className?: string | undefined;
}

const TONES = { ink: 'text-ink', muted: 'text-muted', brand: 'text-brand', danger: 'text-danger' } as const;

export function IconButton({ icon, label, tone = 'ink', pressed, dot = false, ...props }: IconButtonProps) {
  const className = classNames(
    'pressable relative grid size-11 shrink-0 place-items-center rounded-full [--pressed:transparent]',
    'disabled:opacity-40',
    pressed === true ? 'text-warn [&>svg]:fill-star' : TONES[tone],
    props.className,
  );
  const content = (
    <>
      <Icon icon={icon} filled={pressed === true} />
      {dot && <span className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-bg bg-danger" />}
    </>
  );
  if (props.render !== undefined) {
    return renderAs(props.render, { className, children: content, 'aria-label': label });
  }
  return (
    <button
      ref={props.ref}
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {content}
    </button>
  );
}
