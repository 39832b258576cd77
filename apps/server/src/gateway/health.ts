import type { ServerResponse } from 'node:http';

/**
 * One thing that must be so for calls to be served; `problem`
 * says in a sentence what is not, `note` what is under way.
 */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<
    | { readonly ok: true; readonly note?: string | undefined }
    | { readonly ok: false; readonly problem: string }
  >;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
  /** Names of the checks that do not hold: the text of one that holds may be a note. */
  readonly failing: readonly string[];
}

const CHECK_TIMEOUT_MS = 2_000;

/** Runs all checks at once; one that hangs counts as failed. */
export async function readinessOf(checks: readonly ReadinessCheck[]): Promise<Readiness> {
  const outcomes = await Promise.all(
    checks.map(async (check) => [check.name, await outcomeOf(check)] as const),
  );
  return {
    ready: outcomes.every(([, { ok }]) => ok),
    checks: Object.fromEntries(outcomes.map(([name, { text }]) => [name, text])),
    failing: outcomes.flatMap(([name, { ok }]) => (ok ? [] : [name])),
  };
}

interface CheckOutcome {
  readonly ok: boolean;
  readonly text: string;
}

async function outcomeOf(check: ReadinessCheck): Promise<CheckOutcome> {
  const { promise: late, resolve } = Promise.withResolvers<CheckOutcome>();
  const timer = setTimeout(() => resolve({ ok: false, text: 'did not answer in time' }), CHECK_TIMEOUT_MS);
  const asked = check.check().then(
    (outcome): CheckOutcome =>
      outcome.ok ? { ok: true, text: outcome.note ?? 'ok' } : { ok: false, text: outcome.problem },
    // The text of an error is for the log, not for anyone who asks from outside.
    (): CheckOutcome => ({ ok: false, text: 'failed' }),
  );
  const outcome = await Promise.race([asked, late]);
  clearTimeout(timer);
  return outcome;
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

/** The answer to all who ask until some time after it is there: who asks often costs nothing more. */
export function rememberedFor<Answer>(
  keptMs: number,
  { ask, nowMs }: { readonly ask: () => Promise<Answer>; readonly nowMs: () => number },
): () => Promise<Answer> {
  let last: Promise<Answer> | undefined;
  let answeredAtMs: number | undefined;
  return () => {
    const isFresh = answeredAtMs === undefined || nowMs() - answeredAtMs < keptMs;
    if (last !== undefined && isFresh) return last;
    answeredAtMs = undefined;
    last = ask().finally(() => {
      answeredAtMs = nowMs();
    });
    return last;
  };
}
