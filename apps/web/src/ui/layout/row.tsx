import type { LucideIcon } from 'lucide-react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { type RenderTarget, renderAs } from '#ui/render-as.ts';

export interface ListProps {
  children: ReactNode;
  /** Names the list when no heading does. */
  label?: string | undefined;
}

/** A list of `Row`s. */
export function List({ children, label }: ListProps) {
  return (
    <ul aria-label={label} className="flex flex-col">
      {children}
    </ul>
  );
}

export interface RowProps {
  title: ReactNode;
  /** A second, quieter line, which wraps onto six lines before it is cut, so that no amount is lost. */
  detail?: ReactNode;
  /** An `InitialsDisc` or an icon. */
  leading?: ReactNode;
  /** A `Sparkline`; it disappears under 360 px so that names are not cut. */
  middle?: ReactNode;
  /** A price, a switch, a badge … right-aligned. */
  value?: ReactNode;
  valueDetail?: ReactNode;
  /** 56 px instead of 64. */
  compact?: boolean | undefined;
  /** An arrow at the end: it leads somewhere. */
  chevron?: boolean | undefined;
  onClick?: (() => void) | undefined;
  render?: RenderTarget | undefined;
  tone?: 'ink' | 'danger' | undefined;
  /** Said after the content, or instead of nothing: whether the row is chosen. */
  selected?: boolean | undefined;
  'aria-label'?: string | undefined;
  /** A button of its own at the end, beside what the row itself does: an `IconButton`. */
  action?: ReactNode;
  /**
   * Actions that a swipe to the left uncovers, and keys as
   * well; where it matters, `action` leads to the same.
   */
  swipe?: readonly SwipeAction[] | undefined;
}

export interface SwipeAction {
  label: string;
  icon: LucideIcon;
  tone: 'neutral' | 'danger';
  onClick: () => void;
}

export function Row({ compact = false, chevron = false, tone = 'ink', ...props }: RowProps) {
  const isPressable = props.onClick !== undefined || props.render !== undefined;
  const className = classNames(
    'flex w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2',
    compact ? 'min-h-14' : 'min-h-16',
    isPressable && 'pressable [--pressed:var(--bg)]',
    tone === 'danger' && 'text-danger',
  );
  const content = <RowContent {...props} compact={compact} chevron={chevron} />;
  const name = props['aria-label'];
  const body = rowBody({ className, content, name }, props);
  const line =
    props.action === undefined ? (
      body
    ) : (
      <div className="flex w-full shrink-0 snap-start items-center pr-1">
        {body}
        {props.action}
      </div>
    );
  if (props.swipe === undefined) return <li>{line}</li>;
  return (
    <li className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain">
      {line}
      <SwipeActions actions={props.swipe} />
    </li>
  );
}

/** The row scrolls aside by itself: it follows the finger and needs no code that reads touches. */
function SwipeActions({ actions }: { actions: readonly SwipeAction[] }) {
  return (
    <div className="flex shrink-0 snap-end">
      {actions.map(({ label, icon, tone, onClick }) => (
        <button
          key={label}
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('li')?.scrollTo({ left: 0, behavior: 'smooth' });
            onClick();
          }}
          className={`pressable flex w-20 flex-col items-center justify-center gap-1 px-1 text-center text-small font-semibold -outline-offset-2 ${SWIPE_TONES[tone]}`}
        >
          <Icon icon={icon} size={20} />
          {label}
        </button>
      ))}
    </div>
  );
}

const SWIPE_TONES = {
  neutral: 'bg-sunken text-ink',
  danger: 'bg-danger text-on-danger [--pressed:var(--danger)]',
} as const;

function rowBody(
  drawn: { className: string; content: ReactNode; name: string | undefined },
  props: Pick<RowProps, 'onClick' | 'render' | 'selected'>,
): ReactNode {
  if (props.render !== undefined) {
    return renderAs(props.render, {
      className: drawn.className,
      children: drawn.content,
      'aria-label': drawn.name,
    });
  }
  if (props.onClick === undefined) return <div className={drawn.className}>{drawn.content}</div>;
  return (
    <button
      type="button"
      className={drawn.className}
      onClick={props.onClick}
      aria-label={drawn.name}
      aria-pressed={props.selected}
    >
      {drawn.content}
    </button>
  );
}

function RowContent({ compact, title, detail, leading, middle, value, valueDetail, chevron }: RowProps) {
  return (
    <>
      {leading}
      <span className="min-w-0 grow basis-0">
        <span className={`block text-body break-words ${compact === true ? 'font-medium' : 'font-semibold'}`}>
          {title}
        </span>
        {detail !== undefined && <span className="line-clamp-6 text-small text-muted">{detail}</span>}
      </span>
      {middle !== undefined && <span className="shrink-0 max-[359px]:hidden">{middle}</span>}
      {(value !== undefined || valueDetail !== undefined) && (
        <span className="max-w-3/5 shrink-0 text-right">
          <span className="block text-body font-semibold">{value}</span>
          {valueDetail !== undefined && <span className="block text-small text-muted">{valueDetail}</span>}
        </span>
      )}
      {chevron && <Icon icon={ChevronRight} size={20} className="-mr-1 text-muted" />}
    </>
  );
}
