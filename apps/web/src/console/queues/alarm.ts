import { PARTS } from './customer.ts';
import type { QueueTexts } from './queue-texts.ts';

export const alarmTexts: QueueTexts = {
  title: 'alarm',
  titles: PARTS,
  acts: { judge: 'alarmJudge', raised: 'alarmRaised' },
  reasons: { justified: 'alarmJustified', unjustified: 'alarmUnjustified' },
  states: { waiting: 'alarmWaiting', justified: 'alarmJustified', unjustified: 'alarmUnjustified' },
  facts: {
    customer: 'factCustomer',
    part: 'factPart',
    openedBy: 'factOpenedBy',
    openedAt: 'factOpenedAt',
    openUntil: 'factOpenUntil',
  },
  values: PARTS,
  pictures: PARTS,
};
