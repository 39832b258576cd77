import type { QueueTexts } from './queue-texts.ts';

export const scoreTexts: QueueTexts = {
  title: 'score',
  titles: { score: 'scoreAppeal' },
  acts: { reject: 'scoreReject', accept: 'scoreAccept' },
  reasons: {
    factCorrected: 'scoreFactCorrected',
    factsRight: 'scoreFactsRight',
    notCounted: 'scoreNotCounted',
  },
  states: { waiting: 'scoreWaiting', accepted: 'scoreAccepted', rejected: 'scoreRejected' },
  facts: { customer: 'factCustomer', score: 'factScore', dueAt: 'factDueAt' },
};
