import {
  type Query,
  QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type CallOptions, call } from './api.ts';
import type { CallInput, CallName, CallOutput } from './calls.ts';
import { type CallError, isRefusal, NetworkError, RefusalError } from './errors.ts';
import { isShownUnanswered, shownSinceMs, storeAnswers } from './offline/last-answers.ts';
import { recoveryMs } from './offline/recovery.ts';
import { currentEnvironment, isSignedIn, onSessionChanged, useSession } from './session.ts';
import { type Environment, userInfoSlice } from './store.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError;
  }
}

const FRESH_MS = 10_000;
const RETRIES_MAX = 2;
const RETRY_FIRST_MS = 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A browser's belief that it is offline is often wrong: try, and show what happened.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failureCount, error) => mayPass(error) && failureCount < RETRIES_MAX,
      refetchInterval: ({ state }: Query<unknown, CallError>) =>
        state.error !== null && mayPass(state.error)
          ? Math.max(waitAskedForMs(state.error), recoveryMs(state))
          : false,
      retryDelay: (failureCount, error) =>
        Math.max(waitAskedForMs(error), RETRY_FIRST_MS * 2 ** failureCount),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * Failures that pass by themselves: no network for a moment, or a server that is too busy or just starting.
 */
function mayPass(error: CallError): boolean {
  return error instanceof NetworkError || isRefusal(error, 'OVERLOADED', 'UNAVAILABLE');
}

function waitAskedForMs(error: CallError): number {
  return error instanceof RefusalError ? (error.retryAfterMs ?? 0) : 0;
}

const lastAnswers = storeAnswers({
  client: queryClient,
  who: () => userInfoSlice.get()?.id ?? '',
  isOffline: () => globalThis.navigator?.onLine === false,
  isAway: (error) => error instanceof NetworkError || isRefusal(error, 'OVERLOADED', 'UNAVAILABLE'),
  storage: globalThis.caches,
  onLeave: (listener) => {
    if (typeof document === 'undefined') return;
    window.addEventListener('pagehide', listener);
    document.addEventListener('visibilitychange', () => document.hidden && listener());
  },
});

/** Instant of the oldest answer on screen, and whether one of those there could not be read again. */
export function useShownAge(): { readonly sinceMs: number | undefined; readonly isUnanswered: boolean } {
  const cache = queryClient.getQueryCache();
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return {
    sinceMs: useSyncExternalStore(follow, () => shownSinceMs(cache)),
    isUnanswered: useSyncExternalStore(follow, () => isShownUnanswered(cache)),
  };
}

/**
 * Data of one person or environment, never shown to another:
 * removed a turn later, when no component asks again.
 */
onSessionChanged((change) => {
  if (!isSignedIn()) void lastAnswers.forget();
  if (change === 'forgotten') queryClient.removeQueries({ type: 'inactive' });
  else setTimeout(() => void queryClient.resetQueries(), 0);
});

/** When each query on hand was last asked, on a clock that never goes back. */
const askedAtMs = new WeakMap<Query, number>();

/** Asks a call for a query and notes when. */
function ask<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  of: { queryKey: readonly unknown[]; signal: AbortSignal },
): Promise<CallOutput<Name>> {
  const query = queryClient.getQueryCache().find({ queryKey: of.queryKey });
  // Of a list, the instant of its first page: later pages do not make the first one younger.
  if (query !== undefined && !('cursor' in input)) askedAtMs.set(query, performance.now());
  return call(name, input, { signal: of.signal });
}

type CallKey = readonly [name: CallName, input: object, environment: Environment];

export function callKey<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  environment: Environment = currentEnvironment(),
): CallKey {
  return [name, input, environment];
}

/** For prefetching and for reading the cache outside components; pages use `useCall`. */
export function callQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  environment: Environment = currentEnvironment(),
) {
  return queryOptions<CallOutput<Name>, CallError, CallOutput<Name>, CallKey>({
    queryKey: callKey(name, input, environment),
    queryFn: (of) => ask(name, input, of),
  });
}

export interface UseCallOptions {
  /** False while something is missing: an id, a session. */
  enabled?: boolean | undefined;
  /** How long an answer counts as fresh; 10 s by default. */
  freshMs?: number | undefined;
  /** Reads again every so often while the page is seen. */
  everyMs?: number | undefined;
  /**
   * Keeps showing the answer to the former input while the new one is on its way: filters and sort orders.
   */
  keepPrevious?: boolean | undefined;
}

/** Reads a call. The key is its name, its input and the environment. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: UseCallOptions = {},
): UseQueryResult<CallOutput<Name>, CallError> {
  const { environment } = useSession();
  const query = callQuery(name, input, environment);
  return useQuery<CallOutput<Name>, CallError, CallOutput<Name>, CallKey>({
    queryKey: query.queryKey,
    queryFn: (of) => ask(name, input, of),
    enabled: options.enabled ?? true,
    staleTime: options.freshMs ?? FRESH_MS,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.keepPrevious === true ? { placeholderData: keptOf(name) } : {}),
  });
}

/** Keeps the answer to the former input of the same call: another call answers something else. */
function keptOf(name: CallName) {
  return <Data>(former: Data | undefined, of: { readonly queryKey: readonly unknown[] } | undefined) =>
    of?.queryKey[0] === name ? former : undefined;
}

/** Calls that answer with a page of a list and a cursor. */
export type PagedCall = {
  [Name in CallName]: CallOutput<Name> extends { list: readonly unknown[] }
    ? 'next' extends keyof CallOutput<Name>
      ? Name
      : never
    : never;
}[CallName];

export type ItemOf<Name extends PagedCall> =
  CallOutput<Name> extends { list: readonly (infer Item)[] } ? Item : never;

export interface PagedResult<Name extends PagedCall> {
  /** All items read so far. */
  items: readonly ItemOf<Name>[];
  /** The first answer whole: what stands beside the list. */
  first: CallOutput<Name> | undefined;
  query: UseInfiniteQueryResult<unknown, CallError>;
}

interface PageAsked {
  pageParam: string | undefined;
  queryKey: readonly unknown[];
  signal: AbortSignal;
}

/** Reads a list page by page: `query.fetchNextPage()` while `query.hasNextPage`. */
export function useCallPages<Name extends PagedCall>(
  name: Name,
  input: CallInput<Name>,
  options: Pick<UseCallOptions, 'enabled' | 'freshMs' | 'keepPrevious'> = {},
): PagedResult<Name> {
  const { environment } = useSession();
  const query = useInfiniteQuery({
    queryKey: [name, input, environment, 'pages'],
    queryFn: ({ pageParam, queryKey, signal }: PageAsked) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return ask<Name>(name, Object.assign({}, input, cursor), { queryKey, signal });
    },
    initialPageParam: cursorOf({}),
    getNextPageParam: (last) => cursorOf(last),
    enabled: options.enabled ?? true,
    staleTime: options.freshMs ?? FRESH_MS,
    ...(options.keepPrevious === true ? { placeholderData: keptOf(name) } : {}),
  });
  const pages: readonly CallOutput<Name>[] = query.data?.pages ?? [];
  return { items: pages.flatMap((page) => itemsOf<Name>(page)), first: pages[0], query };
}

function cursorOf(page: object): string | undefined {
  return 'next' in page && typeof page.next === 'string' ? page.next : undefined;
}

function itemsOf<Name extends PagedCall>(page: object): readonly ItemOf<Name>[] {
  return 'list' in page && Array.isArray(page.list) ? page.list : [];
}

export interface UseCommandOptions<Name extends CallName> {
  /** Calls whose answers this one makes old. */
  touches?: readonly CallName[] | undefined;
  onDone?: ((output: CallOutput<Name>, input: CallInput<Name>) => void) | undefined;
  onFailed?: ((error: CallError) => void) | undefined;
  /** A file beside the fields of the next call. */
  file?: CallOptions['file'];
}

/**
 * A call that changes something: `mutate(input)`, `isPending`, `error` as a value. Never repeated on its own.
 */
export function useCommand<Name extends CallName>(
  name: Name,
  options: UseCommandOptions<Name> = {},
): UseMutationResult<CallOutput<Name>, CallError, CallInput<Name>> {
  return useMutation<CallOutput<Name>, CallError, CallInput<Name>>({
    mutationFn: (input) => call(name, input, { file: options.file }),
    onSuccess: (output, input) => {
      invalidate(...(options.touches ?? []));
      options.onDone?.(output, input);
    },
    onError: (error) => options.onFailed?.(error),
  });
}

/**
 * Marks the answers of these calls old, in both environments
 * and for each input; those on screen are read again.
 */
export function invalidate(...names: readonly CallName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** Reads all that is on the screen again: a person pulled at it. */
export function refreshShown(): Promise<void> {
  return queryClient.refetchQueries({ type: 'active' });
}

/**
 * Reads again those of these that were asked before an instant, also those whose
 * answer is still on its way: it may have been written before what it is to be
 * read again for, and a query in flight is not sent anew by marking it old.
 */
export function readAgain(names: readonly CallName[], beforeMs: number): void {
  const cache = queryClient.getQueryCache();
  const isOld = (query: Query) =>
    names.some((name) => name === query.queryKey[0]) && (askedAtMs.get(query) ?? 0) < beforeMs;
  const unanswered = cache.findAll({ fetchStatus: 'fetching' }).filter((query) => {
    return query.state.data === undefined && isOld(query);
  });
  void queryClient.invalidateQueries({ predicate: (query) => isOld(query) });
  for (const { promise, queryKey } of unanswered) {
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true });
    void promise?.then(again, again);
  }
}

/** An id for a command that moves money or places an order: made when the ticket opens, kept over retries. */
export function newClientId(): string {
  return crypto.randomUUID();
}
