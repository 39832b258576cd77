import type queueTexts from '#locales/en-US/console/queues.ts';

export type QueueKey = keyof typeof queueTexts;
type Keys = Readonly<Record<string, QueueKey>>;

/** Names of a queue, its acts, reasons, states and facts, by the codes that the server has for them. */
export interface QueueTexts {
  readonly title: QueueKey;
  readonly acts: Keys;
  readonly reasons: Keys;
  readonly states: Keys;
  readonly facts: Keys;
  /** Titles of things that are codes, not words of a customer. */
  readonly titles?: Keys;
  /** Titles are names of rules. */
  readonly areTitlesRules?: true;
  /** Values of facts that are codes. */
  readonly values?: Keys;
  readonly pictures?: Keys;
  /** The picture of a message, followed by its number. */
  readonly messagePicture?: QueueKey;
  /** Reasons for which a masked fact may be seen. */
  readonly revealReasons?: Keys;
  /** The act whose words are written beside the messages. */
  readonly answer?: string;
}
