import { CHOSEN_TOPICS, type ChosenTopic } from '@tarazu/protocol';

/** The topic where a person may choose about it; undefined for those that protect the account. */
export const chosenTopic = (topic: string): ChosenTopic | undefined =>
  CHOSEN_TOPICS.find((one) => one === topic);
