import { useSyncExternalStore } from 'react';

/** The browser's own question whether to install the app; only some browsers have it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export type InstallState = 'ready' | 'asking' | 'installed' | 'none';

let offered: InstallEvent | undefined;
let state: InstallState = 'none';
const listeners = new Set<() => void>();

function become(next: InstallState): void {
  state = next;
  for (const listener of listeners) listener();
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Called once at start: the browser offers the installation when it likes, long before a page asks. */
export function followInstall(): void {
  if (window.matchMedia('(display-mode: standalone)').matches) become('installed');
  window.addEventListener('beforeinstallprompt', (event) => {
    // Its own bar would come over a ticket; the page Get the app asks instead.
    event.preventDefault();
    if (!isInstallEvent(event)) return;
    offered = event;
    become('ready');
  });
  window.addEventListener('appinstalled', () => {
    offered = undefined;
    become('installed');
  });
}

export function useInstall(): InstallState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Shows the browser's question. An offer counts once: after a no the browser makes another when it likes. */
export async function askToInstall(): Promise<void> {
  const event = offered;
  if (event === undefined) return;
  offered = undefined;
  become('asking');
  const { outcome } = await event.prompt();
  if (state === 'asking') become(outcome === 'accepted' ? 'installed' : 'none');
}
