/**
 * Trusted Types ask for one named policy: this one lets our own worker's address through and nothing else.
 */
interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}

interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory | undefined;
  }
}

const WORKER_URL = '/sw.js';

function allowOwnWorker(url: string): string {
  if (url !== WORKER_URL) throw new TypeError('Invariant: only the app’s own worker may be registered.');
  return url;
}

/**
 * Lets the app's shell open without a network: called once after the first paint, in a production build. A
 * new version waits until every tab is closed: a page never reloads under a half-written order.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('tarazu-worker', { createScriptURL: allowOwnWorker });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL, { scope: '/' });
}

/**
 * Where a pushed message that was touched leads: the page goes there itself and keeps what is written in it.
 */
export function followWorker(onOpen: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return;
    if ('path' in data && typeof data.path === 'string') onOpen(data.path);
  });
}
