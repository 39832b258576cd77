import type { QueueTexts } from './queue-texts.ts';

export const chatTexts: QueueTexts = {
  title: 'chat',
  acts: { answer: 'chatAnswer', close: 'chatClose' },
  reasons: { solved: 'chatSolved', noReply: 'chatNoReply', abuse: 'chatAbuse' },
  states: {
    waiting: 'chatWaiting',
    answered: 'chatAnswered',
    helped: 'chatHelped',
    closed: 'chatClosed',
  },
  facts: {
    customer: 'factCustomer',
    account: 'factAccount',
    language: 'factLanguage',
    callBackPhone: 'factCallBackPhone',
    callBackFrom: 'factCallBackFrom',
    order: 'factOrder',
  },
  messagePicture: 'chatPicture',
  answer: 'answer',
};
