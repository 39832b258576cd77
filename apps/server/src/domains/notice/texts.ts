import type { Language } from '@tarazu/protocol';

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

/** The environment of an account in Bengali; in English its name is the word. */
export function bengaliEnvironment(detail: NoticeDetail): string {
  return detail['environment'] === 'demo' ? 'ডেমো' : 'রিয়েল';
}

/** Every kind that the domains registered, each by one domain. */
export class NoticeKinds {
  readonly #texts = new Map<string, NoticeTexts[string]>();

  constructor(ofDomains: readonly NoticeTexts[]) {
    for (const [kind, texts] of ofDomains.flatMap((texts) => Object.entries(texts))) {
      if (this.#texts.has(kind)) throw new Error(`Invariant: ${kind} is the notice of one domain`);
      this.#texts.set(kind, texts);
    }
  }

  has(kind: string): boolean {
    return this.#texts.has(kind);
  }

  /** Undefined for a kind of before, which no domain sends any more. */
  textOf(notice: { kind: string; detail: NoticeDetail }, language: Language): NoticeText | undefined {
    return this.#texts.get(notice.kind)?.[language](notice.detail);
  }
}
