import type { Ticker } from '@tarazu/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { stream } from './live.ts';
import type { TopicMessage } from './stream.ts';

/** Prices on screen move at most four times a second, however fast they come. */
const FLUSH_EVERY_MS = 250;

/** Shown with its age from here on. */
export const PRICE_OLD_MS = 5_000;

const tickers = new Map<string, Ticker>();
const listeners = new Map<string, Set<() => void>>();
const pending = new Map<string, Ticker>();
let isFlushAhead = false;

/** The newest ticker known. Money screens ask this at the moment of the tap, not the one they drew last. */
export function tickerNow(instrumentId: string): Ticker | undefined {
  return pending.get(instrumentId) ?? tickers.get(instrumentId);
}

/** The answer of a call, kept until the stream says more; an older one never replaces a newer one. */
export function seedTickers(list: readonly Ticker[]): void {
  for (const ticker of list) {
    const known = tickerNow(ticker.instrumentId);
    if (known === undefined || known.atMs < ticker.atMs) tickers.set(ticker.instrumentId, ticker);
  }
}

export function takeTickers(message: TopicMessage): void {
  if (message.type !== 'tickers') return;
  for (const ticker of message.list) pending.set(ticker.instrumentId, ticker);
  if (isFlushAhead) return;
  isFlushAhead = true;
  setTimeout(flush, FLUSH_EVERY_MS);
}

function flush(): void {
  // Nobody sees a hidden page: keep the newest of each and draw once it is seen again.
  if (document.hidden) {
    document.addEventListener('visibilitychange', flush, { once: true });
    return;
  }
  isFlushAhead = false;
  const changed = [...pending.keys()];
  for (const [instrumentId, ticker] of pending) tickers.set(instrumentId, ticker);
  pending.clear();
  for (const instrumentId of changed) {
    for (const listener of listeners.get(instrumentId) ?? []) listener();
  }
}

function watch(instrumentId: string, listener: () => void): () => void {
  const set = listeners.get(instrumentId) ?? new Set();
  listeners.set(instrumentId, set);
  set.add(listener);
  const leave = stream.subscribe(`ticker:${instrumentId}`, takeTickers);
  return () => {
    leave();
    set.delete(listener);
    if (set.size === 0) listeners.delete(instrumentId);
  };
}

/**
 * The live ticker of an instrument, at most four times a second. `seed` is what a call answered, until the
 * stream says more. Only the component that draws the price should call it: it alone is drawn again.
 */
export function useTicker(instrumentId: string, seed?: Ticker): Ticker | undefined {
  const subscribe = useCallback((listener: () => void) => watch(instrumentId, listener), [instrumentId]);
  const live = useSyncExternalStore(subscribe, () => tickers.get(instrumentId));
  if (live === undefined || seed === undefined) return live ?? seed;
  return live.atMs >= seed.atMs ? live : seed;
}

/** Draws again when any of these prices moves; `tickerNow` tells what they are. */
export function useTickers(instrumentIds: readonly string[]): void {
  const key = instrumentIds.join();
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = key === '' ? [] : key.split(',').map((id) => watch(id, listener));
      return () => leaves.forEach((leave) => void leave());
    },
    [key],
  );
  useSyncExternalStore(subscribe, () => instrumentIds.map((id) => tickers.get(id)?.price).join());
}
