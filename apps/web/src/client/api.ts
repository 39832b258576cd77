import type { Envelope } from '@tarazu/protocol';
import { keepReceipt } from '#client/proof/receipts.ts';
import { apiOrigin } from './api-base.ts';
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
  /** A file beside the fields, under the name that the call has for it. */
  file?: { readonly part: string; readonly blob: Blob } | undefined;
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
    requestOf(name, fields, { ...options, token }),
    options.signal,
  );
  if (envelope.code === 0 && envelope.data !== undefined) {
    const sent = { call: name, fields: Object.fromEntries(fields) };
    keepReceipt(envelope.data, { environment: currentEnvironment(), atMs: Date.now(), ...sent });
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

function requestOf(name: CallName, fields: URLSearchParams, options: CallOptions): Request {
  const [method = 'GET', path = ''] = CALLS[name].split(' ');
  const url = `${apiOrigin()}${API_PREFIX}${path}`;
  const headers = new Headers({
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Language': languageSlice.get() || 'en-US',
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

/** A file makes the body multipart; the browser writes where its parts begin. */
function bodyOf(fields: URLSearchParams, file: CallOptions['file']): BodyInit {
  if (file === undefined) return fields;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append(file.part, file.blob, file.part);
  return form;
}

async function exchange<Data>(
  request: Request,
  callerSignal: AbortSignal | undefined,
): Promise<Envelope<Data>> {
  try {
    const response = await fetch(request);
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
