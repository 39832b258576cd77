import { lazy, useState } from 'react';

/**
 * Sheets, drawers and dialogs are 40 KB that no first paint needs. Their panels load on their own; `preloadOverlays`,
 * called by the app when it is idle, has them ready before a finger finds a button.
 */
const load = () => import('./overlay-panels.tsx');

export function preloadOverlays(): void {
  void load();
}

export const SheetPanel = lazy(async () => ({ default: (await load()).SheetPanel }));
export const SideDrawerPanel = lazy(async () => ({ default: (await load()).SideDrawerPanel }));
export const DialogPanel = lazy(async () => ({ default: (await load()).DialogPanel }));
export const ConfirmDialogPanel = lazy(async () => ({ default: (await load()).ConfirmDialogPanel }));

/** True from the first opening on: a panel that was never asked for costs nothing, one that closes can slide away. */
export function useEverOpened(isOpen: boolean): boolean {
  const [hasOpened, setOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setOpened(true);
  return hasOpened || isOpen;
}
