import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Clock } from '#platform/time/clock.ts';
import { DeliveryError, type Messenger } from './messenger.ts';

/** A gateway that has not answered by then did not take the message. */
const TIMEOUT_MS = 10_000;

/** Statuses with which another try would be answered too. */
const FINAL_STATUS = new Set([400, 404, 410, 413, 422]);
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

export interface SmsOptions {
  readonly webhook: { readonly url: string; readonly key: string };
  readonly clock: Clock;
}

/**
 * SMS by a webhook of the operator's gateway: `POST` of `{"to": …, "text": …}` with the headers
 * `x-tarazu-time` (milliseconds) and `x-tarazu-signature`, which the gateway checks with `signatureOf` and
 * refuses when the time is old.
 */
export function createSmsMessenger(options: SmsOptions): Messenger {
  return {
    send: async (message) => {
      const body = JSON.stringify({ to: message.to, text: message.body });
      const timeMs = options.clock.nowMs();
      const answer = await post(
        options,
        {
          'x-tarazu-time': String(timeMs),
          'x-tarazu-signature': signatureOf(options.webhook.key, { timeMs, body }),
        },
        body,
      );
      await answer.body?.cancel();
      if (!answer.ok)
        throw new DeliveryError(`The SMS gateway answered with status ${answer.status}.`, {
          isFinal: FINAL_STATUS.has(answer.status),
        });
    },
    probe: () => reach(new URL(options.webhook.url)),
  };
}

/** Hex of HMAC-SHA-256 over `<time>.<body>`. */
export function signatureOf(
  key: string,
  content: { readonly timeMs: number; readonly body: string },
): string {
  return createHmac('sha256', key).update(`${content.timeMs}.${content.body}`, 'utf8').digest('hex');
}

/** A connection to the gateway's port: whether it would take a message is known when it has. */
async function reach({ hostname, port, protocol }: URL): Promise<void> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT) : Number(port),
  });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new DeliveryError('The SMS gateway does not answer.', { cause: error });
  } finally {
    socket.destroy();
  }
}

async function post(options: SmsOptions, headers: Record<string, string>, body: string): Promise<Response> {
  try {
    return await fetch(options.webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      // A signed message goes to the address the operator named, and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new DeliveryError('The SMS gateway did not take a message.', { cause: error });
  }
}
