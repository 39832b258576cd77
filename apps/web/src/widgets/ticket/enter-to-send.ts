import type { KeyboardEvent } from 'react';

/** Enter in a field goes to the button that sends, beside the cost; only Enter on the button itself sends. */
export function enterToSend(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  if (event.key === 'Escape') event.target.blur();
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[data-send] > *')?.focus();
}
