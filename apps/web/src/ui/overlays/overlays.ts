import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Sheets, drawers and dialogs are 30 KB that no first paint needs, so their panels
 * load on their own. `preloadOverlays`, called by the app when it is idle, has
 * them ready before a finger finds a button. Suspense is left out on purpose: it
 * holds back what has just loaded for up to 300 ms, and the drawer opens after 50.
 */
type OverlayPanels = typeof import('./overlay-panels.tsx');

let panels: OverlayPanels | undefined;
const listeners = new Set<() => void>();

export async function preloadOverlays(): Promise<void> {
  panels ??= await import('./overlay-panels.tsx');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The panels once they are needed and there. A layer that was never asked for costs nothing; one that was
 * open stays mounted, so that it can slide away.
 */
export function useOverlayPanels(isOpen: boolean): OverlayPanels | undefined {
  const loaded = useSyncExternalStore(subscribe, () => panels);
  const [hasOpened, setOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setOpened(true);
  useEffect(() => {
    if (isOpen) void preloadOverlays();
  }, [isOpen]);
  return hasOpened ? loaded : undefined;
}
