import { DAY_MS, HOUR_MS } from '@tarazu/core/values';
import type { PushKey } from '#platform/secrets/push-key.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type DeviceKeys, encryptPush } from './push-encryption.ts';
import { isPushAddress } from './push-services.ts';

/** A service that has not answered by then did not take the push. */
const TIMEOUT_MS = 3_000;
/** The service keeps what a device does not fetch so long. */
const KEPT_SECONDS = DAY_MS / 1_000;
/** Life of a token: services take a day at most. */
const TOKEN_MS = 12 * HOUR_MS;

export interface PushTarget extends DeviceKeys {
  readonly endpoint: string;
}

/** `gone`: the device is no more; `refused`: this push will never be taken. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed';

export interface PushSender {
  readonly publicKey: string;
  isAddress(endpoint: string): boolean;
  send(target: PushTarget, text: string): Promise<PushOutcome>;
}

export function createPushSender(parts: {
  readonly key: PushKey;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Origins beside the services of browsers. */
  readonly origins: readonly string[];
  /** Where a push service finds the operator: an address of mail or of the web. */
  readonly contact: string;
}): PushSender {
  const { key, clock, origins, contact } = parts;
  const isAddress = (endpoint: string): boolean => isPushAddress(endpoint, origins);
  return {
    publicKey: key.publicKey,
    isAddress,
    send: async (target, text) => {
      // A service that was allowed when the device subscribed may not be any more.
      if (!isAddress(target.endpoint)) return 'gone';
      const audience = new URL(target.endpoint).origin;
      const token = tokenOf(key, {
        aud: audience,
        exp: Math.floor((clock.nowMs() + TOKEN_MS) / 1_000),
        sub: contact,
      });
      const status = await post(target.endpoint, {
        authorization: `vapid t=${token}, k=${key.publicKey}`,
        body: encryptPush(text, target),
      });
      return outcomeOf(status);
    },
  };
}

/** A token of RFC 8292. */
function tokenOf(key: PushKey, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  return `${signed}.${key.sign(signed).toString('base64url')}`;
}

/** The status of the answer; undefined where none came. */
async function post(
  endpoint: string,
  { authorization, body }: { readonly authorization: string; readonly body: Buffer },
): Promise<number | undefined> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_SECONDS),
        urgency: 'high',
      },
      body: new Uint8Array(body),
      // The address was allowed, and no other one.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}

const GONE = new Set([404, 410]);
/** 403 may be a fault of our key, which is no reason to forget every device. */
const REFUSED = new Set([400, 401, 403, 413]);

function outcomeOf(status: number | undefined): PushOutcome {
  if (status === undefined) return 'failed';
  if (status >= 200 && status < 300) return 'sent';
  if (GONE.has(status)) return 'gone';
  return REFUSED.has(status) ? 'refused' : 'failed';
}
