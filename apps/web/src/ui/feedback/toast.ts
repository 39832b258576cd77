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
/** The toast that came while a plain one was up, and how it is to be shown afterwards. */
let waiting: { readonly toast: Toast; readonly durationMs: number } | undefined;
let plainId = 0;
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

/**
 * Replaces the one that is shown; after a plain one it waits its turn, the newest alone. Returns its number,
 * for `hideToast`.
 */
export function showToast(text: string, options: ToastOptions = {}): number {
  const toast = toastOf(text, options);
  const durationMs = options.durationMs ?? DURATION_MS;
  if (current !== undefined && current.id === plainId) waiting = { toast, durationMs };
  else show(toast, durationMs);
  return toast.id;
}

/** The toast of code -1001: the text for one second, without an icon, and nothing on top of it. */
export function showPlainToast(text: string): number {
  const toast = toastOf(text, { icon: false });
  plainId = toast.id;
  show(toast, PLAIN_DURATION_MS);
  return toast.id;
}

/** Hides the toast with this number, or whichever is shown. */
export function hideToast(id?: number): void {
  if (waiting !== undefined && waiting.toast.id === id) waiting = undefined;
  if (current === undefined || (id !== undefined && id !== current.id)) return;
  clearTimeout(timer);
  const next = waiting;
  waiting = undefined;
  if (next === undefined) publish(undefined);
  else show(next.toast, next.durationMs);
}

function toastOf(text: string, options: ToastOptions): Toast {
  lastId += 1;
  const tone = options.tone ?? 'neutral';
  const hasIcon = options.icon ?? tone !== 'neutral';
  return { id: lastId, text, tone, hasIcon, hasMask: options.mask ?? false };
}

function show(toast: Toast, durationMs: number): void {
  publish(toast);
  clearTimeout(timer);
  timer = setTimeout(() => hideToast(toast.id), durationMs);
}

function publish(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}
