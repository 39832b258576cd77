import { messageIdOfPicture } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { alarmTexts } from './queues/alarm.ts';
import { chatTexts } from './queues/chat.ts';
import { contentTexts } from './queues/content.ts';
import { correctionTexts } from './queues/corrections.ts';
import { customerTexts } from './queues/customer.ts';
import { freezeTexts } from './queues/freeze.ts';
import { identityTexts } from './queues/identity.ts';
import type { QueueKey, QueueTexts } from './queues/queue-texts.ts';
import { ruleTexts } from './queues/rules.ts';
import { scoreTexts } from './queues/score.ts';

/** Texts of each queue, with a record for each product. */
const QUEUES: Readonly<Record<string, QueueTexts>> = {
  chat: chatTexts,
  identity: identityTexts,
  alarm: alarmTexts,
  freeze: freezeTexts,
  rules: ruleTexts,
  score: scoreTexts,
  content: contentTexts,
  corrections: correctionTexts,
  customer: customerTexts,
};

export function textsOfQueue(name: string): QueueTexts | undefined {
  return Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined;
}

/** Acts of the log that belong to no queue. */
const LOG_ACTS: Readonly<Record<string, QueueKey>> = {
  invited: 'actInvited',
  closed: 'actClosed',
  setUp: 'actSetUp',
  signIn: 'actSignIn',
  passkeyAdded: 'actPasskeyAdded',
  passkeyRemoved: 'actPasskeyRemoved',
  exported: 'actExported',
  signedOut: 'actSignedOut',
};
const QUEUE_ACTS: Readonly<Record<string, QueueKey>> = {
  opened: 'actOpened',
  taken: 'actTaken',
  returned: 'actReturned',
  picture: 'actPicture',
  revealed: 'actRevealed',
};

/** Words of a queue in the language that is spoken. A code without words is shown as it is. */
export interface QueueWords {
  readonly title: string;
  rowTitle(title: string): string;
  act(code: string): string;
  /** One or several, with commas between. */
  reasons(codes: string): string;
  revealReason(code: string): string;
  state(code: string): string;
  fact(name: string): string;
  /** A fact whose value is one or several codes. */
  values(codes: string): string;
  picture(name: string): string;
}

export function useQueueWords(): (queue: string) => QueueWords {
  const { t } = useTranslation('console/queues');
  const ruleWord = useRuleWords();
  return (queue) => {
    const texts = textsOfQueue(queue);
    const said = (keys: Readonly<Record<string, QueueKey>> | undefined) => (code: string) => {
      const key = keys !== undefined && Object.hasOwn(keys, code) ? keys[code] : undefined;
      return key === undefined ? code : t(key);
    };
    const several = (keys: Readonly<Record<string, QueueKey>> | undefined) => (codes: string) =>
      codes.split(',').map(said(keys)).join(', ');
    return {
      title: texts === undefined ? queue : t(texts.title),
      rowTitle: texts?.areTitlesRules ? (rule) => ruleWord('rule', rule) : said(texts?.titles),
      act: said(texts?.acts),
      reasons: several(texts?.reasons),
      revealReason: said(texts?.revealReasons),
      state: said(texts?.states),
      fact: said(texts?.facts),
      values: several(texts?.values),
      picture: (name) => {
        const number = messageIdOfPicture(name);
        const key = texts?.messagePicture;
        return number === undefined || key === undefined
          ? said(texts?.pictures)(name)
          : `${t(key)} ${number}`;
      },
    };
  };
}

/**
 * Words of what the log says: the act as it names it, such as `chat.answer`, its reason, what was looked at.
 */
export interface LogWords {
  act(act: string): string;
  reason(act: string, reason: string): string;
  what(act: string, what: string): string;
}

export function useLogWords(): LogWords {
  const { t } = useTranslation('console/queues');
  const wordsOf = useQueueWords();
  const isLook = (act: string): boolean => act.endsWith('.revealed');
  return {
    act: (act) => {
      const [queue = '', name] = act.split('.');
      const key = name === undefined ? LOG_ACTS[act] : QUEUE_ACTS[name];
      if (key !== undefined) return t(key);
      return name === undefined ? act : wordsOf(queue).act(name);
    },
    reason: (act, reason) => {
      const words = wordsOf(act.split('.')[0] ?? '');
      return isLook(act) ? words.revealReason(reason) : words.reasons(reason);
    },
    what: (act, what) => {
      if (act === 'rules.proposed' || act === 'corrections.proposed') return what;
      if (act === 'exported') return textsOfQueue(what) === undefined ? what : wordsOf(what).title;
      const words = wordsOf(act.split('.')[0] ?? '');
      return isLook(act) ? words.fact(what) : words.picture(what);
    },
  };
}
