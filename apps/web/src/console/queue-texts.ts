import type consoleTexts from '#locales/en-US/console.ts';

/** Texts without holes, by what they begin with. */
type Key = Extract<keyof typeof consoleTexts, `chat${string}` | `fact${string}` | `act${string}`>;

/** Names of a queue, its acts, reasons, states and facts. A product adds its record to the list. */
export interface QueueTexts {
  readonly title: Key;
  readonly acts: Readonly<Record<string, Key>>;
  readonly reasons: Readonly<Record<string, Key>>;
  readonly states: Readonly<Record<string, Key>>;
  readonly facts: Readonly<Record<string, Key>>;
  /** The act whose words are written beside the messages. */
  readonly answer?: string;
}

const CHAT: QueueTexts = {
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
  answer: 'answer',
};

const QUEUES: Readonly<Record<string, QueueTexts>> = { chat: CHAT };

export function textsOfQueue(name: string): QueueTexts | undefined {
  return Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined;
}

/** Acts of the log that belong to no queue. */
const LOG_ACTS: Readonly<Record<string, Key>> = {
  invited: 'actInvited',
  closed: 'actClosed',
  setUp: 'actSetUp',
  signIn: 'actSignIn',
  passkeyAdded: 'actPasskeyAdded',
  passkeyRemoved: 'actPasskeyRemoved',
};
const QUEUE_ACTS: Readonly<Record<string, Key>> = {
  opened: 'actOpened',
  taken: 'actTaken',
  returned: 'actReturned',
};

/** Text of an act as the log names it, such as `chat.answer`. */
export function keyOfAct(act: string): Key | undefined {
  const [queue = '', name] = act.split('.');
  if (name === undefined) return LOG_ACTS[act];
  return QUEUE_ACTS[name] ?? textsOfQueue(queue)?.acts[name];
}
