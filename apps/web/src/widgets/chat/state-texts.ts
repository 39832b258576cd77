import type { CallOutput } from '#client/calls.ts';

export type Thread = CallOutput<'chatRead'>['thread'];
export type Message = CallOutput<'chatSend'>['list'][number];

/** Names of the states of a conversation. */
export const STATE_TEXTS = {
  waiting: 'stateWaiting',
  answered: 'stateAnswered',
  helped: 'stateHelped',
  closed: 'stateClosed',
} as const satisfies Record<Thread['state'], string>;
