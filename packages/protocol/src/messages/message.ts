import type { RefusalKey } from '#refusals.ts';

/** One language's sentences: what is so, and what to change. `{name}` is replaced by the refusal's detail. */
export type RefusalMessages = Readonly<Record<RefusalKey, { readonly msg: string; readonly fix: string }>>;

export const LANGUAGES = ['en-US', 'bn-BN'] as const;
export type Language = (typeof LANGUAGES)[number];
