import { MINUTE_MS } from '@tarazu/core/values';
import { signatureOf } from '#platform/messages/sms.ts';
import { isSame } from '#platform/secrets/secrets.ts';

/** Headers of a signed webhook: when it was sent, and the hex of HMAC-SHA-256 over `<time>.<body>`. */
export const TIME_HEADER = 'x-tarazu-time';
export const SIGNATURE_HEADER = 'x-tarazu-signature';

/** Age of a webhook, and how far its sender's clock may be ahead. */
export const REPLAY_WINDOW_MS = 5 * MINUTE_MS;

export function signedHeaders(
  key: string,
  content: { readonly timeMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  return { [TIME_HEADER]: String(content.timeMs), [SIGNATURE_HEADER]: signatureOf(key, content) };
}

/**
 * Why a webhook is not the sender's, or no more; undefined when it is. Nothing of the body is read before.
 */
export function webhookProblem(
  key: string,
  sent: {
    readonly time: string | undefined;
    readonly signature: string | undefined;
    readonly body: string;
    readonly nowMs: number;
  },
): 'unsigned' | 'forged' | 'old' | undefined {
  const { time = '', signature = '', body, nowMs } = sent;
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/.test(signature)) return 'unsigned';
  const timeMs = Number(time);
  const expected = signatureOf(key, { timeMs, body });
  if (!isSame(Buffer.from(signature), Buffer.from(expected))) return 'forged';
  return Math.abs(nowMs - timeMs) > REPLAY_WINDOW_MS ? 'old' : undefined;
}
