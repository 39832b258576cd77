import { formatSettings, localDigits } from '#ui/numbers/format-settings.ts';
import shellEnglish from './en-US/shell.ts';
import { fillText, formOf, type TextValues } from './fill-text.ts';
import type { Namespace } from './namespaces.ts';

type Texts = Readonly<Record<string, string>>;

const ENGLISH = 'en-US';

/** A file for each namespace and language, found at the first asked for: tests of words run without Vite. */
const filesOfAll = () =>
  import.meta.glob<{ default: Texts }>([
    './en-US/*.ts',
    './bn-BN/*.ts',
    './en-US/*/*.ts',
    './bn-BN/*/*.ts',
    '!./en-US/shell.ts',
  ]);
let files: ReturnType<typeof filesOfAll> | undefined;

const loaded = new Map<string, Texts>([[`${ENGLISH}/shell`, shellEnglish]]);
/** One promise for all who wait, because React asks again while it waits. */
const coming = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let current = ENGLISH;
let wanted = ENGLISH;

/** Ready with the shell's texts, in English where those of the language don't come; pages bring their own. */
export async function startTexts(language: string): Promise<void> {
  wanted = language;
  await load(language, 'shell').then(
    () => speak(language),
    (error: unknown) => console.warn('Condition: texts are in English.', error),
  );
}

/** Brings the texts of a page before it is drawn, so that no key is ever seen. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => load(current, namespace)));
}

/** Switches once all loaded namespaces came in the other language; what did not is asked for when drawn. */
export async function changeLanguage(language: string): Promise<void> {
  wanted = language;
  const shown = [...loaded.keys()].filter((key) => key.startsWith(`${current}/`));
  await Promise.allSettled(shown.map((key) => load(language, key.slice(current.length + 1))));
  if (wanted === language) speak(language);
}

/** The language that is shown, as stored: `en-US`, `bn-BN`. */
export function currentLanguage(): string {
  return current;
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Texts of a namespace in the language that is shown; undefined until they are there. */
export function textsOf(namespace: Namespace): Texts | undefined {
  return loaded.get(`${current}/${namespace}`);
}

/** Resolves when the texts of a namespace are there. */
export function whenTexts(namespace: Namespace): Promise<void> {
  return load(current, namespace);
}

/** The sentence at a key, in its form for a count; the key itself where there is none. */
export function sentenceIn(texts: Texts | undefined, key: string, values: TextValues = {}): string {
  const { count } = values;
  const form = typeof count === 'number' ? texts?.[`${key}_${formOf(count, current)}`] : undefined;
  const text = form ?? texts?.[key];
  return text === undefined ? key : fillText(text, values, numberInSentence);
}

function speak(language: string): void {
  current = language;
  for (const listener of listeners) listener();
}

function load(language: string, namespace: string): Promise<void> {
  const key = `${language}/${namespace}`;
  const underWay = coming.get(key);
  if (underWay !== undefined) return underWay;
  if (loaded.has(key)) return Promise.resolve();
  files ??= filesOfAll();
  const file = files[`./${key}.ts`];
  if (file === undefined) return Promise.reject(new Error(`Invariant: no texts ${key}.`));
  const came = file()
    .then(({ default: texts }) => void loaded.set(key, texts))
    .finally(() => coming.delete(key));
  coming.set(key, came);
  return came;
}

/**
 * Digits of the sentence for a count or a date that is
 * put into it, and not for names and ids, which are long.
 */
function numberInSentence(text: string): string {
  const isNumber = /^\d[\d.,:-]*$/.test(text) && !/\d{8}/.test(text);
  return isNumber ? localDigits(text, formatSettings()) : text;
}
