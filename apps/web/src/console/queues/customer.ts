import type { QueueTexts } from './queue-texts.ts';

export const PARTS = {
  profile: 'partProfile',
  identity: 'partIdentity',
  money: 'partMoney',
  orders: 'partOrders',
  movements: 'partMovements',
  sessions: 'partSessions',
  messages: 'partMessages',
  limits: 'partLimits',
} as const;

/** The customer view as the log names it: it is no queue, and its acts are looks. */
export const customerTexts: QueueTexts = {
  title: 'customer',
  acts: { searched: 'customerSearched', openedInEmergency: 'customerInEmergency' },
  reasons: {},
  states: {},
  facts: { phone: 'factPhone', email: 'factEmail' },
  pictures: { ...PARTS, number: 'customerNumber', phone: 'factPhone', email: 'factEmail' },
  revealReasons: {
    callBack: 'customerCallBack',
    comparison: 'identityComparison',
    authority: 'identityAuthority',
  },
};
