import { useEffect, useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface ChoiceItem<Value extends string> {
  value: Value;
  label: string;
  /** Said instead of a label that is too short to be said: "1 minute" of "1m". */
  name?: string | undefined;
  disabled?: boolean | undefined;
}

export interface ChoiceProps<Value extends string> {
  items: readonly ChoiceItem<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Names the group. */
  label: string;
  className?: string | undefined;
}

/**
 * Two to four answers in one bar: Market or Limit. Real radio buttons below, so that keys work everywhere.
 */
export function Segmented<Value extends string>({
  items,
  value,
  onValueChange,
  label,
  className,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('flex rounded-input bg-sunken px-1 in-[.bg-sunken]:bg-line', className)}
    >
      {items.map((item) => (
        <label key={item.value} className="relative flex min-h-11 min-w-0 flex-1 py-1">
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            disabled={item.disabled}
            onChange={() => onValueChange(item.value)}
            className="peer absolute inset-0 opacity-0"
          />
          <span className="grid w-full place-items-center rounded-chip px-2 text-center text-body font-medium text-muted transition-colors duration-150 peer-checked:bg-raised peer-checked:font-semibold peer-checked:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-brand peer-disabled:opacity-50">
            {item.label}
          </span>
        </label>
      ))}
    </div>
  );
}

export interface ChipsProps<Value extends string> extends ChoiceProps<Value> {
  /** Spread over the width (chart intervals) instead of scrolling (filters). */
  even?: boolean | undefined;
}

/** Pills of which one holds: chart intervals, filters. */
export function Chips<Value extends string>({
  items,
  value,
  onValueChange,
  label,
  even = false,
  className,
}: ChipsProps<Value>) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  const held = items.find((item) => item.value === value)?.label;
  useEffect(() => showChosen(list.current, held), [held]);
  return (
    <div
      ref={list}
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'no-scrollbar relative flex overflow-x-auto p-1',
        even ? 'justify-between' : 'gap-2',
        className,
      )}
    >
      {items.map((item) => (
        <label
          key={item.value}
          className="relative flex min-h-11 min-w-11 shrink-0 items-center justify-center"
        >
          <input
            type="radio"
            name={name}
            value={item.value}
            aria-label={item.name}
            checked={item.value === value}
            disabled={item.disabled}
            onChange={() => onValueChange(item.value)}
            className="peer absolute inset-0 opacity-0"
          />
          <span
            className={classNames(
              'flex min-h-9 items-center rounded-full px-3 text-small font-semibold whitespace-nowrap text-muted',
              'peer-checked:bg-brand-soft peer-checked:text-brand peer-disabled:opacity-50',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-brand',
              !even && 'bg-sunken',
            )}
          >
            {item.label}
          </span>
        </label>
      ))}
    </div>
  );
}

/** In a row wider than the screen the chosen pill is never out of sight; the page itself does not move. */
function showChosen(list: HTMLElement | null, _held: string | undefined): void {
  const chosen = list?.querySelector('input:checked')?.closest('label');
  if (list === null || !(chosen instanceof HTMLElement)) return;
  list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
}
