import type { QueueTexts } from './queue-texts.ts';

export const freezeTexts: QueueTexts = {
  title: 'freeze',
  acts: { lift: 'freezeLift', placed: 'freezePlaced' },
  reasons: { cleared: 'freezeCleared', mistake: 'freezeMistake' },
  states: { waiting: 'freezeWaiting', cleared: 'freezeCleared', mistake: 'freezeMistake' },
  facts: { customer: 'factCustomer', frozenBy: 'factFrozenBy', frozenAt: 'factFrozenAt' },
};
