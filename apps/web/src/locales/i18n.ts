import i18next from 'i18next';
import { use, useMemo, useSyncExternalStore } from 'react';
import type { Namespace, Namespaces } from './namespaces.ts';

/**
 * The source of all pages' texts, named here and in load.ts; `sentence` is for texts outside of components.
 * Its part for React would be 3 KB of every first visit for what `useTranslation` does here.
 */
export { t as sentence } from 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Namespaces;
    keySeparator: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
}

const coming = new Map<Namespace, Promise<void>>();

/** Texts of a namespace in the language that is spoken; who asks before they are there waits for them. */
export function useTranslation<Name extends Namespace>(namespace: Name) {
  const language = useLanguage();
  if (!i18next.hasLoadedNamespace(namespace)) use(comingOf(namespace));
  return useMemo(() => ({ t: i18next.getFixedT(language, namespace) }), [language, namespace]);
}

/** The language that is shown, as stored: `en-US`, `bn-BN`. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribeLanguage, currentLanguage);
}

export function hasSentence(namespace: Namespace, key: string): boolean {
  return i18next.exists(key, { ns: namespace });
}

/** The text at a key that was put together from a code, which no type knows; it has no holes. */
export function wordsAt(namespace: Namespace, key: string): string {
  return String(i18next.getResource(i18next.language, namespace, key));
}

/** One promise for all who wait, because React asks again while it waits. */
function comingOf(namespace: Namespace): Promise<void> {
  const underWay = coming.get(namespace);
  if (underWay !== undefined) return underWay;
  const came = i18next.loadNamespaces(namespace).finally(() => coming.delete(namespace));
  coming.set(namespace, came);
  return came;
}

function subscribeLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

function currentLanguage(): string {
  return i18next.language;
}
