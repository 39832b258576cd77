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
  CHAT_PICTURES_TODAY: {
    msg: 'You have sent {limit} pictures today.',
    fix: 'Send the message without a picture.',
  },
  CHAT_PICTURE_BYTES_TODAY: {
    msg: 'Your pictures of today are larger than {limit} together.',
    fix: 'Send a smaller picture, or the message without one.',
  },
  CHAT_PICTURES_FULL: {
    msg: 'We keep no more than {limit} of your pictures.',
    fix: 'Send the message without a picture. Each picture goes 180 days after it was sent.',
  },
  PICTURE_GONE: {
    msg: 'This picture is not there any more.',
    fix: 'If it is still needed, it has to be sent again.',
  },
} satisfies Partial<RefusalMessages>;
