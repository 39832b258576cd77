import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  /** Already written as text, shown after the label. */
  count?: string | undefined;
}

export interface TabsProps<Value extends string> {
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Names the row of tabs. */
  label: string;
  /** The same as the `tabsId` of the `TabPanel` below, when there is one. */
  id: string;
  /** Shares the width equally instead of scrolling. */
  even?: boolean | undefined;
}

/** Text tabs with a 3 px line that slides. Arrow keys, Home and End move; one tab is in the tab order. */
export function Tabs<Value extends string>({
  items,
  value,
  onValueChange,
  label,
  id,
  even = false,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const indicator = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => placeIndicator(list.current, indicator.current));
  useEffect(() => watchSize(list.current, () => placeIndicator(list.current, indicator.current)), []);
  useEffect(() => scrollToActive(list.current, value), [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = items.findIndex((item) => item.value === value);
    const next = items[nextIndex(event.key, index, items.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onValueChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={classNames(
        'no-scrollbar relative flex overflow-x-auto border-b border-line px-4',
        even ? '*:[button]:flex-1' : 'gap-6',
      )}
    >
      {items.map((item) => {
        const isActive = item.value === value;
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-tab-${item.value}`}
            aria-controls={isActive ? `${id}-panel` : undefined}
            aria-selected={isActive}
            tabIndex={isActive ? 0 : -1}
            data-value={item.value}
            onClick={() => onValueChange(item.value)}
            className={classNames(
              'min-h-12 min-w-11 shrink-0 text-body whitespace-nowrap -outline-offset-2',
              isActive ? 'font-semibold text-ink' : 'font-medium text-muted',
            )}
          >
            {item.label}
            {item.count !== undefined && (
              <span className="number ml-1 font-medium text-muted">{item.count}</span>
            )}
          </button>
        );
      })}
      <span
        ref={indicator}
        aria-hidden="true"
        className="absolute bottom-0 left-0 h-[3px] rounded-full bg-brand transition-[transform,width] duration-200 ease-sheet"
      />
    </div>
  );
}

export interface TabPanelProps {
  tabsId: string;
  value: string;
  children: ReactNode;
}

export function TabPanel({ tabsId, value, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${tabsId}-panel`} aria-labelledby={`${tabsId}-tab-${value}`}>
      {children}
    </div>
  );
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function activeTab(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('[aria-selected="true"]') ?? null;
}

function placeIndicator(list: HTMLElement | null, indicator: HTMLElement | null): void {
  const tab = activeTab(list);
  if (tab === null || indicator === null) return;
  indicator.style.width = `${tab.offsetWidth}px`;
  indicator.style.transform = `translateX(${tab.offsetLeft}px)`;
}

/** Fonts that arrive late and a turned phone both change the widths. */
function watchSize(list: HTMLElement | null, onChange: () => void): (() => void) | undefined {
  if (list === null) return undefined;
  const observer = new ResizeObserver(onChange);
  observer.observe(list);
  for (const tab of list.querySelectorAll('[role="tab"]')) observer.observe(tab);
  return () => observer.disconnect();
}

function scrollToActive(list: HTMLElement | null, _value: string): void {
  const tab = activeTab(list);
  if (list === null || tab === null || list.scrollWidth <= list.clientWidth) return;
  list.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2, behavior: 'smooth' });
}
