import type { RefusalKey } from '#refusals.ts';

/** One language's sentences: what is so, and what to change. `{name}` is replaced by the refusal's detail. */
export type RefusalMessages = Readonly<Record<RefusalKey, RefusalSentences>>;

interface Sentences {
  readonly msg: string;
  readonly fix: string;
}

export interface RefusalSentences extends Sentences {
  /** Where the quantity or the limit price that was sent is 0: the detail says which as `zero`. */
  readonly ofZero?: Sentences;
  /** Where it is about a coin, whose name the detail has: it is not counted in shares. */
  readonly ofCoin?: Sentences;
  /** Advice where the detail has the order's own limit: that limit decided. */
  readonly fixByLimit?: string;
}

/** The two sentences that fit a refusal's detail. */
export function sentencesFor(
  sentences: RefusalSentences,
  detail: Readonly<Record<string, string>> = {},
): Sentences {
  const { msg, fix, fixByLimit, ofZero, ofCoin } = sentences;
  if (ofZero !== undefined && Object.hasOwn(detail, 'zero')) return ofZero;
  if (ofCoin !== undefined && Object.hasOwn(detail, 'coin')) return ofCoin;
  return { msg, fix: fixByLimit !== undefined && Object.hasOwn(detail, 'priceLimit') ? fixByLimit : fix };
}

export const LANGUAGES = ['en-US', 'bn-BN'] as const;
export type Language = (typeof LANGUAGES)[number];
