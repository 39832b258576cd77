import { useEffect, useRef } from 'react';

/** The keys of the workspace, in the order of their list. */
export const SHORTCUTS = [
  { key: 'b', does: 'keyBuy' },
  { key: 's', does: 'keySell' },
  { key: 'm', does: 'keyMarket' },
  { key: 'l', does: 'keyLimit' },
  { key: '/', does: 'keyFind' },
  { key: 'j', does: 'keyNext' },
  { key: 'k', does: 'keyPrevious' },
  { key: 'n', does: 'keyNextChart' },
  { key: 'c', does: 'keyCharts' },
  { key: 'o', does: 'keyOrders' },
  { key: 'p', does: 'keyPositions' },
  { key: '?', does: 'keyList' },
] as const;

export type ShortcutName = (typeof SHORTCUTS)[number]['does'];
export type ShortcutActions = Readonly<Record<ShortcutName, () => void>>;

/** Places where letters are written, or where a layer waits for its answer. */
const OWN_KEYS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
const LAYERS = '[role="dialog"], [role="alertdialog"]';

/**
 * Single keys, where nobody writes and no layer is open. The list opens in any
 * case, because it is where the others are switched off and on again.
 */
export function useShortcuts(actions: ShortcutActions, isOn: boolean): void {
  const latest = useRef({ actions, isOn });
  useEffect(() => {
    latest.current = { actions, isOn };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const isWriting = event.target instanceof Element && event.target.matches(OWN_KEYS);
      if (isWriting || document.querySelector(LAYERS) !== null) return;
      const does = SHORTCUTS.find(({ key }) => key === event.key.toLowerCase())?.does;
      if (does === undefined || (!latest.current.isOn && does !== 'keyList')) return;
      event.preventDefault();
      latest.current.actions[does]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
