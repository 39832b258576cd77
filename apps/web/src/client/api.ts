import type { Envelope } from '@tarazu/protocol';
import { storeReceipt } from '#client/proof/receipts.ts';
import { apiOrigin } from './api-base.ts';
import { bodyOf, type CallFile } from './call-body.ts';
import {
  API_PREFIX,
  CALLS,
  type CallInput,
  type CallName,
  type CallOutput,
  REQUEST_TIMEOUT_MS,
  SIGN_IN_CODE,
  TOAST_CODE,
} from './calls.ts';
import { takeEarly } from './early/answers.ts';
import { NetworkError, RefusalError } from './errors.ts';
import { currentEnvironment, endSession, sessionToken } from './session.ts';
import { languageSlice } from './store.ts';

let showPlainToast: (text: string) => void = () => undefined;

/**
 * The function that shows the text of code -1001: one second, no icon. The app says it at start; the client
 * knows no screen.
 */
export function setPlainToast(show: (text: string) => void): void {
  showPlainToast = show;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Goes on after the page is left: the sign-out at the server. */
  keepalive?: boolean | undefined;
  /** Another session than the current one. */
  token?: string | undefined;
  file?: CallFile | undefined;
}

/** Makes a call and gives its data. Rejects with a `RefusalError` or a `NetworkError`, nothing else. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  const token = options.token ?? sessionToken();
  const fields = fieldsOf(input);
  const envelope: Envelope<CallOutput<Name>> = await exchange(
    () => answerTo(name, fields, { ...options, token }),
    options.signal,
  );
  if (envelope.code === 0 && envelope.data !== undefined) {
    const sent = { call: name, fields: Object.fromEntries(fields) };
    storeReceipt(envelope.data, { environment: currentEnvironment(), atMs: Date.now(), ...sent });
    return envelope.data;
  }
  if (envelope.code === SIGN_IN_CODE) endSession(token);
  if (envelope.code === TOAST_CODE) showPlainToast(envelope.msg);
  throw new RefusalError(envelope);
}

/** Fields that are left out or undefined are not sent. */
function fieldsOf(input: object): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (typeof value === 'string') fields.set(key, value);
  }
  return fields;
}

/** Asked anew, or what was asked for while this code was on its way. */
async function answerTo(name: CallName, fields: URLSearchParams, options: CallOptions): Promise<Response> {
  const [method = 'GET', path = ''] = CALLS[name].split(' ');
  const early = takeEarly({ method, path, fields, token: options.token, language: spokenLanguage() });
  // One that failed was asked in the worst moment of a visit: it is asked once more.
  const answer = await early?.catch(() => undefined);
  return answer ?? (await fetch(requestOf(name, fields, options)));
}

function spokenLanguage(): string {
  return languageSlice.get() || 'en-US';
}

function requestOf(name: CallName, fields: URLSearchParams, options: CallOptions): Request {
  const [method = 'GET', path = ''] = CALLS[name].split(' ');
  const url = `${apiOrigin()}${API_PREFIX}${path}`;
  const headers = new Headers({
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Language': spokenLanguage(),
    Accept: 'application/json',
  });
  if (options.token !== undefined) headers.set('accesstoken', options.token);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const init: RequestInit = {
    method,
    headers,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    keepalive: options.keepalive ?? false,
  };
  if (method === 'POST') return new Request(url, { ...init, body: bodyOf(fields, options.file) });
  const query = fields.toString();
  return new Request(query === '' ? url : `${url}?${query}`, init);
}

async function exchange<Data>(
  ask: () => Promise<Response>,
  callerSignal: AbortSignal | undefined,
): Promise<Envelope<Data>> {
  try {
    const response = await ask();
    const envelope: Envelope<Data> = await response.json();
    if (typeof envelope.code !== 'number') throw new NetworkError('unreadable');
    return envelope;
  } catch (error) {
    if (error instanceof NetworkError || callerSignal?.aborted === true) throw error;
    if (error instanceof SyntaxError) throw new NetworkError('unreadable');
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw new NetworkError(isTimeout ? 'timeout' : 'offline');
  }
}
