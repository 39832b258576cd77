import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Panels of sheets, drawers and dialogs, 30 KB that no first paint needs, loaded when the app is idle and
 * without Suspense, which holds back for up to 300 ms.
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
