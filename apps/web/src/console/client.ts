import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { MINUTE_MS } from '@tarazu/core/values';
import type { Envelope } from '@tarazu/protocol';
import { useSyncExternalStore } from 'react';
import { apiOrigin } from '#client/api-base.ts';
import { bodyOf, type CallFile } from '#client/call-body.ts';
import { API_PREFIX, REQUEST_TIMEOUT_MS, SIGN_IN_CODE } from '#client/calls.ts';
import { type CallError, NetworkError, RefusalError } from '#client/errors.ts';
import { languageSlice } from '#client/store.ts';
import { CONSOLE_CALLS, type ConsoleCallName, type ConsoleInput, type ConsoleOutput } from './calls.ts';

/**
 * The session of staff and the calls it makes. The token lives in this tab alone; the secret of the device
 * stays, so that nobody who guesses at a name locks its owner out here.
 */

const TOKEN_KEY = 'tarazu.console';
const DEVICE_KEY = 'tarazu.console.device';
const POLL_MS = 5_000;
/** Without a hand on it the console stops asking, so that it does not keep its own session alive. */
const ATTENDED_MS = 10 * MINUTE_MS;
/** And then hides what it shows: as long as the server lets a session lie, which it says. */
let idleMaxMs = 30 * MINUTE_MS;

let token = sessionStorage.getItem(TOKEN_KEY) ?? undefined;
const listeners = new Set<() => void>();

function setToken(next: string | undefined): void {
  token = next;
  if (next === undefined) sessionStorage.removeItem(TOKEN_KEY);
  else sessionStorage.setItem(TOKEN_KEY, next);
  queries.clear();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => token !== undefined);
}

export function signedIn(session: ConsoleOutput<'consoleSignIn'>): void {
  localStorage.setItem(DEVICE_KEY, session.deviceToken);
  setToken(session.token);
}

/** The secret that this device has of an earlier sign-in. */
export function knownDevice(): { deviceToken?: string } {
  const deviceToken = localStorage.getItem(DEVICE_KEY);
  return deviceToken === null || !/^[\w-]{43}$/.test(deviceToken) ? {} : { deviceToken };
}

/** Forgotten here at once; the server is told, and nobody waits for it. */
export function signOut(): void {
  consoleCall('consoleSignOut', {}).catch(() => undefined);
  setToken(undefined);
}

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: true } },
});

/** Rejects with a `RefusalError` or a `NetworkError`, nothing else. */
export async function consoleCall<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleInput<Name>,
  options: { readonly signal?: AbortSignal; readonly file?: CallFile | undefined } = {},
): Promise<ConsoleOutput<Name>> {
  const sentToken = token;
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const [method = 'GET', path = ''] = CONSOLE_CALLS[name].split(' ');
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) if (typeof value === 'string') fields.set(key, value);
  const query = method === 'GET' && fields.size > 0 ? `?${fields}` : '';
  const envelope = await exchange<ConsoleOutput<Name>>(`${apiOrigin()}${API_PREFIX}${path}${query}`, {
    method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': languageSlice.get() || 'en-US',
      ...(sentToken === undefined ? {} : { accesstoken: sentToken }),
    },
    signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
    credentials: 'omit',
    cache: 'no-store',
    ...(method === 'POST' ? { body: bodyOf(fields, options.file) } : {}),
  });
  if (envelope.code === 0 && envelope.data !== undefined) return envelope.data;
  if (envelope.code === SIGN_IN_CODE && sentToken !== undefined && sentToken === token) setToken(undefined);
  throw new RefusalError(envelope);
}

async function exchange<Data>(url: string, init: RequestInit): Promise<Envelope<Data>> {
  try {
    const response = await fetch(url, init);
    const envelope: Envelope<Data> = await response.json();
    if (typeof envelope.code !== 'number') throw new NetworkError('unreadable');
    return envelope;
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    if (error instanceof SyntaxError) throw new NetworkError('unreadable');
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw new NetworkError(isTimeout ? 'timeout' : 'offline');
  }
}

let touchedAtMs = performance.now();

function untouchedMs(): number {
  return performance.now() - touchedAtMs;
}

const pollMs = (): number | false => (untouchedMs() < ATTENDED_MS ? POLL_MS : false);

/** The published end of a session in which nobody does anything. */
export function setIdleMax(ms: number): void {
  idleMaxMs = ms;
}

/** Follows whether somebody is there. Called once at start. */
export function watchAttendance(): void {
  const touched = () => {
    const wasAway = untouchedMs() >= ATTENDED_MS;
    touchedAtMs = performance.now();
    if (wasAway) refresh();
  };
  window.addEventListener('pointerdown', touched);
  window.addEventListener('keydown', touched);
  setInterval(() => {
    if (token !== undefined && untouchedMs() >= idleMaxMs) signOut();
  }, MINUTE_MS);
}

/** Reads a call again every few seconds while it is seen. */
export function useConsole<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleInput<Name>,
): UseQueryResult<ConsoleOutput<Name>, CallError> {
  return useQuery<ConsoleOutput<Name>, CallError>({
    queryKey: [name, input],
    queryFn: () => consoleCall(name, input),
    refetchInterval: pollMs,
  });
}

type Listed = 'consoleQueue' | 'consoleLog';

/** Reads a list page by page; what is shown is read again every few seconds. */
export function useConsolePages<Name extends Listed>(name: Name, input: ConsoleInput<Name>) {
  const query = useInfiniteQuery<
    ConsoleOutput<Name>,
    CallError,
    { pages: ConsoleOutput<Name>[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return consoleCall(name, Object.assign({}, input, cursor));
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });
  const pages: readonly ConsoleOutput<Name>[] = query.data?.pages ?? [];
  return { query, items: pages.flatMap(({ list }): readonly ItemOf<Name>[] => list) };
}

export type ItemOf<Name extends Listed> = ConsoleOutput<Name>['list'][number];

/** Reads everything that is shown again: something was done. */
export function refresh(): void {
  void queries.invalidateQueries();
}
