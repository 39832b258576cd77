import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { type RenderTarget, renderAs } from '#ui/render-as.ts';

export interface SearchFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  onSubmit?: (() => void) | undefined;
  /** The name for screen readers, and the placeholder. */
  label: string;
  clearLabel: string;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const BOX = 'flex min-h-11.5 w-full items-center gap-3 rounded-input bg-sunken pl-4 text-body';

export function SearchField({
  value,
  onValueChange,
  onSubmit,
  label,
  clearLabel,
  autoFocus,
  ref,
}: SearchFieldProps) {
  return (
    <search className={`${BOX} border border-line-strong has-[:focus-visible]:border-brand`}>
      <Icon icon={Search} size={20} className="text-muted" />
      <input
        ref={ref}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: a page that is only for searching begins in its field.
        autoFocus={autoFocus}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSubmit?.()}
        className="min-w-0 grow self-stretch bg-transparent pr-4 outline-none"
      />
      {value !== '' && (
        <IconButton icon={X} label={clearLabel} tone="muted" onClick={() => onValueChange('')} />
      )}
    </search>
  );
}

export interface SearchLinkProps {
  label: string;
  render: RenderTarget;
}

/** Looks like the field and leads to the search page. */
export function SearchLink({ label, render }: SearchLinkProps) {
  return renderAs(render, {
    className: `${BOX} pressable text-muted`,
    children: (
      <>
        <Icon icon={Search} size={20} />
        <span className="min-w-0 truncate">{label}</span>
      </>
    ),
  });
}
