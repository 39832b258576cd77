import type { CallInput } from '#client/calls.ts';

type Chosen = CallInput<'noticeChoose'>['topic'];
const CHOSEN: readonly Chosen[] = ['orders', 'alerts', 'corporate', 'service'];

/** The topic where a person may choose about it; undefined for those that protect the account. */
export const chosenTopic = (topic: string): Chosen | undefined => CHOSEN.find((one) => one === topic);
