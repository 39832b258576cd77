import { type ReactNode, useSyncExternalStore } from 'react';
import { formatSettings, localDigits } from '#ui/format-settings.ts';
import shellEnglish from './en-US/shell.ts';
import type { Namespace, Namespaces } from './namespaces.ts';
import { type Holes, type Sentences, Texts } from './texts.ts';

const files = import.meta.glob<{ default: Sentences }>(['./en-US/*.ts', './bn-BN/*.ts', '!./en-US/shell.ts']);

/** Each namespace of each language is a file of its own that comes when its pages do. */
async function load(language: string, namespace: string): Promise<Sentences> {
  const file = files[`./${language}/${namespace}.ts`];
  if (file === undefined) throw new Error(`Invariant: no texts ${language}/${namespace}.`);
  return (await file()).default;
}

/** A count or a date that is put into a sentence has the sentence's digits. Names and ids, which are long, stay as they are. */
function numberInSentence(text: string): string {
  const isNumber = /^\d[\d.,:-]*$/.test(text) && !/\d{8}/.test(text);
  return isNumber ? localDigits(text, formatSettings()) : text;
}

const texts = new Texts({ load, write: numberInSentence });
texts.know('en-US', 'shell', shellEnglish);

type KeyOf<Name extends Namespace> = keyof Namespaces[Name] & string;
/** A key of another namespace than the first: `trade:buy`. */
type NamedKey<Name extends Namespace> = { [One in Name]: `${One}:${KeyOf<One>}` }[Name];
export type Translate<First extends Namespace, Other extends Namespace = never> = (
  key: KeyOf<First> | NamedKey<Other>,
  holes?: Holes,
) => string;

/** Ready with the shell's texts; the pages bring their own. */
export async function startTexts(language: string): Promise<void> {
  await texts.change(language);
}

/** Brings the texts of a page before it is drawn, so that no key is ever seen. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  await texts.load(namespaces);
}

/** Brings all loaded namespaces in the other language, then switches. */
export async function changeLanguage(language: string): Promise<void> {
  await texts.change(language);
}

/** A sentence outside of components: a toast, an alarm. */
export function sentenceOf<Name extends Namespace>(name: Name, key: KeyOf<Name>, holes?: Holes): string {
  return texts.say(name, key, holes);
}

/** The sentences of a group of pages. The function is the same for as long as the language is. */
export function useTranslation<First extends Namespace, Other extends Namespace = never>(
  names: First | readonly [First, Other],
): { t: Translate<First, Other>; language: string } {
  const language = useSyncExternalStore(texts.onLanguage, texts.language);
  return { t: translator(typeof names === 'string' ? names : names[0], language), language };
}

type AnyTranslate = (key: string, holes?: Holes) => string;
const translators = new Map<string, AnyTranslate>();

function translator(name: string, language: string): AnyTranslate {
  const known = translators.get(`${language}/${name}`);
  if (known !== undefined) return known;
  const made: AnyTranslate = (key, holes) => {
    const [first = '', rest] = key.split(':');
    return rest === undefined ? texts.say(name, key, holes) : texts.say(first, rest, holes);
  };
  translators.set(`${language}/${name}`, made);
  return made;
}

/** A sentence in which some words are more than words: `I agree to the <terms>terms</terms>`. */
export function marked(
  sentence: string,
  marks: Readonly<Record<string, (words: string) => ReactNode>>,
): ReactNode[] {
  return sentence.split(/(<\w+>[^<]*<\/\w+>)/).map((part) => {
    const found = /^<(\w+)>([^<]*)</.exec(part);
    return found === null ? part : (marks[found[1] ?? '']?.(found[2] ?? '') ?? found[2]);
  });
}
