import { signedHeaders } from '#rails/bank/webhook-signature.ts';
import { ask } from '#rails/process/ask.ts';
import type { SandboxBank } from '#rails/sandbox-bank/bank.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly key: string;
}

const TIMEOUT_MS = 5_000;
/** Kept in one turn: what is left goes with the next. */
const AT_ONCE = 100;

/** Sends the webhooks that have become due, one after the other, each again until it was taken. */
export async function sendWebhooks(
  bank: SandboxBank,
  target: WebhookTarget | undefined,
  nowMs: () => number,
): Promise<void> {
  if (target === undefined || bank.faults.read().isDown) return;
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const next = bank.feed.nextWebhook(nowMs());
    if (next === undefined) return;
    const { body, changeId } = next;
    const headers = signedHeaders(target.key, { timeMs: nowMs(), body });
    const isTaken = await ask({ url: target.url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS }).then(
      ({ status }) => status >= 200 && status < 300,
      () => false,
    );
    if (isTaken) bank.feed.sent(changeId);
    else bank.feed.notSent(changeId, nowMs());
  }
}
