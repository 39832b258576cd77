import type { RouterHistory } from '@tanstack/react-router';

/**
 * Entry of the browser's history for each open sheet, dialog
 * and drawer, so that Back closes it and leaves the page.
 */
interface Overlay {
  readonly close: () => void;
  /** While true Back does not close it. */
  readonly isHeld: () => boolean;
}

const open: Overlay[] = [];
/** Navigations that wait until the entries of overlays are gone. */
const waiting: (() => void)[] = [];
let isTravelling = false;
let isScheduled = false;

/** Notes an overlay that has opened; the result notes that it has closed, whoever closed it. */
export function enterHistory(overlay: Overlay): () => void {
  open.push(overlay);
  reconcileSoon();
  return () => {
    const at = open.indexOf(overlay);
    if (at >= 0) open.splice(at, 1);
    reconcileSoon();
  };
}

/** Makes a router's history leave the entries of overlays before it goes anywhere. */
export function overlaysFirst(history: RouterHistory): RouterHistory {
  const { push, replace } = history;
  history.push = (...args) => withoutOverlays(() => push(...args));
  history.replace = (...args) => withoutOverlays(() => replace(...args));
  window.addEventListener('popstate', onPopState);
  // An entry that a reload left behind belongs to an overlay that is closed now.
  reconcileSoon();
  return history;
}

function withoutOverlays(navigate: () => void): void {
  if (!isTravelling && depthNow() === 0) {
    navigate();
    return;
  }
  waiting.push(navigate);
  reconcile();
}

function onPopState(): void {
  if (isTravelling) isTravelling = false;
  else closeAbove(depthNow());
  reconcile();
}

/** Back was pressed: what stands above the entry closes, up to one that must not be left. */
function closeAbove(depth: number): void {
  for (let top = open.at(-1); top !== undefined && open.length > depth; top = open.at(-1)) {
    if (top.isHeld()) return;
    open.pop();
    top.close();
  }
}

/**
 * One overlay that makes room for the next keeps its entry: what a turn opens and closes is counted at once.
 */
function reconcileSoon(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    reconcile();
  });
}

function reconcile(): void {
  if (isTravelling) return;
  const depth = depthNow();
  const wanted = waiting.length > 0 ? 0 : open.length;
  if (depth > wanted) {
    isTravelling = true;
    window.history.go(wanted - depth);
    return;
  }
  if (waiting.length > 0) {
    for (const navigate of waiting.splice(0)) navigate();
    reconcileSoon();
    return;
  }
  for (let next = depth + 1; next <= wanted; next += 1)
    // The router's own pushState would take this for a page of its own.
    History.prototype.pushState.call(window.history, { ...window.history.state, overlayDepth: next }, '');
}

function depthNow(): number {
  const depth: unknown = window.history.state?.overlayDepth;
  return typeof depth === 'number' ? depth : 0;
}
