import type { PostingKind } from '@tarazu/core';

/**
 * Where a movement over the edge of an account belongs: `flow` comes from outside and is no profit, `own` is
 * what trading and companies did, `reset` is the end of a demo account's life before. A new kind of posting
 * is decided here, or this file does not compile.
 */
const MEANING: Readonly<Record<PostingKind, 'flow' | 'own' | 'reset'>> = {
  demoGrant: 'flow',
  transfer: 'flow',
  correction: 'flow',
  demoReset: 'reset',
  hold: 'own',
  release: 'own',
  buy: 'own',
  sell: 'own',
  charge: 'own',
  intradayResult: 'own',
  corporateAction: 'own',
  dividend: 'own',
  rights: 'own',
  settlement: 'own',
};

/** Kinds of postings that bring money or shares in, or take them out. */
export const FLOW_KINDS: readonly string[] = Object.entries(MEANING)
  .filter(([, meaning]) => meaning === 'flow')
  .map(([kind]) => kind);
