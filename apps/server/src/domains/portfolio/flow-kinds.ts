import type { PostingKind } from '@tarazu/core';

/**
 * Meaning of each movement over the edge of an account: `flow`
 * from outside, `own` by trading, `reset` before a new life.
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
