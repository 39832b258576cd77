import type { InstrumentRow } from '@tarazu/protocol';
import type { KeyboardEvent } from 'react';

/** The instrument whose symbol is just what was typed, in any writing: Enter need not ask for more. */
export function exactMatch<Row extends Pick<InstrumentRow, 'symbol'>>(
  list: readonly Row[],
  text: string,
): Row | undefined {
  const typed = joined(text);
  return typed === '' ? undefined : list.find(({ symbol }) => joined(symbol) === typed);
}

function joined(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Arrows lead from the field into the rows below it, through them and back; Enter on a row opens it. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const page = event.currentTarget;
  const stops = [...page.querySelectorAll<HTMLElement>('input[type="search"], li a[href]')];
  const place = stops.findIndex((stop) => stop.matches(':focus'));
  const next = stops[place + step];
  if (place < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
