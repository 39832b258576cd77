import { use, useMemo, useSyncExternalStore } from 'react';
import type { TextValues } from './fill-text.ts';
import { currentLanguage, sentenceIn, subscribeLanguage, textsOf, whenTexts } from './load.ts';
import type { Namespace, Namespaces } from './namespaces.ts';

type NameOf<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Key | Name : Key;
/** A key of a namespace; one with forms for a count is asked for without its ending. */
export type TextKey<Name extends Namespace> = NameOf<keyof Namespaces[Name] & string>;
/** Gives the sentence at a key with its holes filled. */
export type Translate<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string;

/** Texts of a namespace in the language that is spoken; who asks before they are there waits for them. */
export function useTranslation<Name extends Namespace>(namespace: Name): { t: Translate<Name> } {
  const language = useLanguage();
  const texts = textsOf(namespace);
  if (texts === undefined) use(whenTexts(namespace));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form for a count is the language's.
  return useMemo(() => ({ t: (key, values) => sentenceIn(texts, key, values) }), [language, texts]);
}

/** The language that is shown, as stored: `en-US`, `bn-BN`. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribeLanguage, currentLanguage);
}

/** For texts outside of components, of a namespace that is there. */
export function sentence<Name extends Namespace>(namespace: Name, key: TextKey<Name>): string {
  return sentenceIn(textsOf(namespace), key);
}

export function hasSentence(namespace: Namespace, key: string): boolean {
  return textsOf(namespace)?.[key] !== undefined;
}

/** The text at a key that was put together from a code, which no type knows; it has no holes. */
export function wordsAt(namespace: Namespace, key: string): string {
  return sentenceIn(textsOf(namespace), key);
}
