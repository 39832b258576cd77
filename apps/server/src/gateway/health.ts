import type { ServerResponse } from 'node:http';

/** One thing that must be so for calls to be served. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<Checked>;
}

/** `problem` says what is not so; `note` what should be known although all is well. */
type Checked =
  | { readonly ok: true; readonly note?: string | undefined }
  | { readonly ok: false; readonly problem: string };

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Runs all checks at once; one that hangs counts as failed. */
export async function readinessOf(checks: readonly ReadinessCheck[]): Promise<Readiness> {
  const outcomes = await Promise.all(
    checks.map(async (check) => [check.name, await outcomeOf(check)] as const),
  );
  const texts = outcomes.map(([name, outcome]) => [name, textOf(outcome)] as const);
  return { ready: outcomes.every(([, { ok }]) => ok), checks: Object.fromEntries(texts) };
}

async function outcomeOf(check: ReadinessCheck): Promise<Checked> {
  const { promise: late, resolve } = Promise.withResolvers<Checked>();
  const timer = setTimeout(() => resolve({ ok: false, problem: 'did not answer in time' }), CHECK_TIMEOUT_MS);
  // What an error says is for the log, not for whoever asks from outside.
  const asked = check.check().catch(() => ({ ok: false, problem: 'failed' }) as const);
  const outcome = await Promise.race([asked, late]);
  clearTimeout(timer);
  return outcome;
}

function textOf(outcome: Checked): string {
  if (!outcome.ok) return outcome.problem;
  return outcome.note === undefined ? 'ok' : `ok: ${outcome.note}`;
}

/** Small answers for machines: no envelope, never cached. */
export function sendHealth(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    .end(text);
}
