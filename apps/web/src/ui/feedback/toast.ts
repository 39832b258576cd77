/** One toast at a time, called from anywhere, also where there is no React: the API client and the chart. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly hasIcon: boolean;
  readonly hasMask: boolean;
}

export type ToastTone = 'neutral' | 'success' | 'error' | 'warning';

export interface ToastOptions {
  tone?: ToastTone | undefined;
  /** 2000 by default. */
  durationMs?: number | undefined;
  icon?: boolean | undefined;
  /** Lies over the page and takes its touches until the toast is gone. */
  mask?: boolean | undefined;
}

const DURATION_MS = 2000;
const PLAIN_DURATION_MS = 1000;

let current: Toast | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function currentToast(): Toast | undefined {
  return current;
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Replaces the one that is shown. Returns its number, for `hideToast`. */
export function showToast(text: string, options: ToastOptions = {}): number {
  lastId += 1;
  const id = lastId;
  const tone = options.tone ?? 'neutral';
  publish({ id, text, tone, hasIcon: options.icon ?? tone !== 'neutral', hasMask: options.mask ?? false });
  clearTimeout(timer);
  timer = setTimeout(() => hideToast(id), options.durationMs ?? DURATION_MS);
  return id;
}

/** The toast of code -1001: the text for one second, without an icon. */
export function showPlainToast(text: string): number {
  return showToast(text, { durationMs: PLAIN_DURATION_MS, icon: false });
}

/** Hides the toast with this number, or whichever is shown. */
export function hideToast(id?: number): void {
  if (current === undefined || (id !== undefined && id !== current.id)) return;
  clearTimeout(timer);
  publish(undefined);
}

function publish(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}
