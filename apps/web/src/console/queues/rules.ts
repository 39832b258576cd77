import type { QueueTexts } from './queue-texts.ts';

export const ruleTexts: QueueTexts = {
  title: 'rules',
  areTitlesRules: true,
  acts: {
    publish: 'rulesPublish',
    refuse: 'rulesRefuse',
    withdraw: 'rulesWithdraw',
    proposed: 'rulesProposed',
  },
  reasons: { mistake: 'rulesMistake', source: 'rulesSource', unneeded: 'rulesUnneeded' },
  states: {
    waiting: 'rulesWaiting',
    published: 'rulesPublished',
    refused: 'rulesRefused',
    withdrawn: 'rulesWithdrawn',
    lapsed: 'rulesLapsed',
  },
  facts: {
    version: 'factVersion',
    holdsFrom: 'factHoldsFrom',
    proposedBy: 'factProposedBy',
    proposedAt: 'factProposedAt',
    baseVersion: 'factBaseVersion',
    sourceEnglish: 'factSourceEnglish',
    sourceBengali: 'factSourceBengali',
  },
};
