import type { RefusalKey } from '#refusals.ts';

/** One language's sentences: what is so, and what to change. `{name}` is replaced by the refusal's detail. */
export type RefusalMessages = Readonly<Record<RefusalKey, RefusalSentences>>;

export interface RefusalSentences {
  readonly msg: string;
  readonly fix: string;
  /** The first sentence where the detail has a `unit`: coins are no shares. */
  readonly msgOfUnit?: string;
  /** Advice where the detail has the order's own limit: that limit decided. */
  readonly fixByLimit?: string;
}

/** The two sentences that fit a refusal's detail. */
export function sentencesFor(
  { msg, fix, msgOfUnit, fixByLimit }: RefusalSentences,
  detail: Readonly<Record<string, string>> = {},
): { readonly msg: string; readonly fix: string } {
  return {
    msg: msgOfUnit !== undefined && Object.hasOwn(detail, 'unit') ? msgOfUnit : msg,
    fix: fixByLimit !== undefined && Object.hasOwn(detail, 'priceLimit') ? fixByLimit : fix,
  };
}

export const LANGUAGES = ['en-US', 'bn-BN'] as const;
export type Language = (typeof LANGUAGES)[number];
