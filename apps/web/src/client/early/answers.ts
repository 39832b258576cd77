/** Answers to calls that boot.js made before this code was there: a round trip less until the first paint. */

export interface EarlyAnswer {
  readonly answer: Promise<Response>;
  /** On the clock of the page. */
  readonly atMs: number;
}

declare global {
  interface Window {
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** An answer that has waited longer is not shown as a new one. */
const AGE_MS_MAX = 20_000;

export interface EarlyCall {
  readonly method: string;
  /** Below the prefix of all calls. */
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly token: string | undefined;
  readonly language: string;
}

/** The answer to exactly this call of exactly this session; each is taken once. */
export function takeEarly(call: EarlyCall): Promise<Response> | undefined {
  const { method, path, fields, token, language } = call;
  const key = [method, path, fields, token, language].join(' ');
  const early = window.earlyAnswers?.get(key);
  if (early === undefined) return undefined;
  window.earlyAnswers?.delete(key);
  return performance.now() - early.atMs > AGE_MS_MAX ? undefined : early.answer;
}
