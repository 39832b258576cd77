import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@tarazu/protocol';

/** An article of `docs/help`: its title, the words that ask for it, and what it says. */
export interface HelpArticle {
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'help');
const HEAD = /^title: (.+)\nwords: (.+)\n\n([\s\S]+)$/;
/** A word of the question may go on where one of the article ends: orders, ordered. */
const STEM_LENGTH_MIN = 4;

/** The articles of a language, read once. */
export function readArticles(language: Language, folder = FOLDER): readonly HelpArticle[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => parseArticle(file, readFileSync(join(folder, language, file), 'utf8')));
}

function parseArticle(file: string, source: string): HelpArticle {
  const [, title, words, text] = HEAD.exec(source) ?? [];
  if (title === undefined || words === undefined || text === undefined)
    throw new Error(`Invariant: docs/help/${file} begins with its title and its words`);
  return {
    name: file.slice(0, -'.md'.length),
    title,
    words: words.split(',').map((word) => word.trim().toLowerCase()),
    text: text
      .trim()
      .replaceAll(/\n(?!\n)/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n'),
  };
}

/**
 * The article that a question asks for: the one with most of its words. None, where none has any or two have
 * as many: guessing would be worse than a person.
 */
export function articleFor(question: string, articles: readonly HelpArticle[]): HelpArticle | undefined {
  const asked = ` ${(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
  const ranked = articles
    .map((article) => ({ article, hits: article.words.filter((word) => asksFor(asked, word)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits);
  const [first, second] = ranked;
  return first === undefined || first.hits === second?.hits ? undefined : first.article;
}

function asksFor(asked: string, word: string): boolean {
  return asked.includes(word.length < STEM_LENGTH_MIN ? ` ${word} ` : ` ${word}`);
}

const SAYS = {
  'en-US': {
    found: 'I am an automatic helper, a machine.',
    more: 'If this is not the answer, ask for a person below.',
    none: 'I am an automatic helper, a machine. I found no article on this. A person will answer here.',
  },
  'bn-BN': {
    found: 'আমি একটি স্বয়ংক্রিয় সহায়ক, একটি মেশিন।',
    more: 'এতে উত্তর না মিললে নিচে একজন মানুষকে চান।',
    none: 'আমি একটি স্বয়ংক্রিয় সহায়ক, একটি মেশিন। এ বিষয়ে কোনো লেখা পাইনি। একজন মানুষ এখানে উত্তর দেবেন।',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>;

/** The helper's answer, which says that it is a machine; `help` is absent where it knows none. */
export type Help = (
  question: string,
  language: Language,
) => { readonly text: string; readonly help: string | undefined };

export function createHelp(): Help {
  const articles = { 'en-US': readArticles('en-US'), 'bn-BN': readArticles('bn-BN') };
  return (question, language) => {
    // A reader of Bengali may ask in English, and the other way round.
    const other: Language = language === 'en-US' ? 'bn-BN' : 'en-US';
    const named =
      articleFor(question, articles[language])?.name ?? articleFor(question, articles[other])?.name;
    const article = articles[language].find(({ name }) => name === named);
    const { found, more, none } = SAYS[language];
    if (article === undefined) return { text: none, help: undefined };
    return { text: `${found}\n\n${article.title}\n${article.text}\n\n${more}`, help: article.name };
  };
}
