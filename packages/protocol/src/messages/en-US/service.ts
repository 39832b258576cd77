import type { RefusalMessages } from '#messages/message.ts';

export const service = {
  PUSH_SERVICE: {
    msg: 'We do not know this push service.',
    fix: 'Use Chrome, Edge, Firefox or Safari, or read messages in the app.',
  },
  CHATS_FULL: {
    msg: 'You have {limit} open conversations.',
    fix: 'Write in one of them, or close one first.',
  },
  CHATS_TODAY: {
    msg: 'You have begun {limit} conversations today.',
    fix: 'Write in one of them, or begin another one tomorrow.',
  },
  CHAT_MESSAGES_TODAY: {
    msg: 'You have sent {limit} messages today.',
    fix: 'We answer what you sent. Write again tomorrow.',
  },
  CHAT_ORDERS_TODAY: {
    msg: 'You have attached {limit} orders today.',
    fix: 'Send the message without an order.',
  },
} satisfies Partial<RefusalMessages>;
