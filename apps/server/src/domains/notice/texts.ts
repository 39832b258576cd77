import type { Language, NoticeTopic } from '@tarazu/protocol';

/** Words that belong to one notice, such as its share and its time. */
export type NoticeDetail = Readonly<Record<string, string>>;

interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** Kinds of notices of a domain, each with its sentences in both languages. */
export type NoticeTexts = Readonly<
  Record<string, Readonly<Record<Language, (detail: NoticeDetail) => NoticeText>>>
>;

/** Notices of a domain, by the topic under which people find it. */
export interface TopicNotices {
  readonly topic: NoticeTopic;
  readonly texts: NoticeTexts;
}

/** The environment of an account in Bengali; in English its name is the word. */
export function bengaliEnvironment(detail: NoticeDetail): string {
  return detail['environment'] === 'demo' ? 'ডেমো' : 'রিয়েল';
}

interface NoticeKind {
  readonly topic: NoticeTopic;
  readonly texts: NoticeTexts[string];
}

/** Every kind that the domains registered, each by one domain. */
export class NoticeKinds {
  readonly #kinds = new Map<string, NoticeKind>();

  constructor(ofDomains: readonly TopicNotices[]) {
    for (const { topic, texts } of ofDomains)
      for (const [kind, sentences] of Object.entries(texts)) {
        if (this.#kinds.has(kind)) throw new Error(`Invariant: ${kind} is the notice of one domain`);
        this.#kinds.set(kind, { topic, texts: sentences });
      }
  }

  /** Undefined for a kind that no domain registered. */
  topicOf(kind: string): NoticeTopic | undefined {
    return this.#kinds.get(kind)?.topic;
  }

  kindsOf(topic: NoticeTopic): readonly string[] {
    return [...this.#kinds].filter(([, one]) => one.topic === topic).map(([kind]) => kind);
  }

  /** Undefined for a kind of before, which no domain sends any more. */
  textOf(notice: { kind: string; detail: NoticeDetail }, language: Language): NoticeText | undefined {
    return this.#kinds.get(notice.kind)?.texts[language](notice.detail);
  }
}
