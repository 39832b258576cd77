import i18next, { type BackendModule } from 'i18next';
import { formatSettings, localDigits } from '#ui/numbers/format-settings.ts';
import shellEnglish from './en-US/shell.ts';
import type { Namespace } from './namespaces.ts';

const files = import.meta.glob<{ default: Record<string, string> }>([
  './en-US/*.ts',
  './bn-BN/*.ts',
  './en-US/*/*.ts',
  './bn-BN/*/*.ts',
  '!./en-US/shell.ts',
]);

/** Each namespace of each language is a file of its own that comes when its pages do. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`./${language}/${namespace}.ts`];
    if (load === undefined) return done(new Error(`Invariant: no texts ${language}/${namespace}.`), null);
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

/** Ready with the shell's texts; the pages bring their own. */
export async function startTexts(language: string): Promise<void> {
  await i18next.use(backend).init({
    lng: language,
    fallbackLng: 'en-US',
    supportedLngs: ['en-US', 'bn-BN'],
    ns: ['shell'],
    defaultNS: 'shell',
    keySeparator: false,
    partialBundledLanguages: true,
    resources: { 'en-US': { shell: shellEnglish } },
    // React writes text, not markup, so nothing needs escaping; {0} and {name} are the spec's own form.
    interpolation: { escapeValue: true, escape: numberInSentence, prefix: '{', suffix: '}' },
    returnEmptyString: false,
  });
}

/**
 * Digits of the sentence for a count or a date that is
 * put into it, and not for names and ids, which are long.
 */
function numberInSentence(text: string): string {
  const isNumber = /^\d[\d.,:-]*$/.test(text) && !/\d{8}/.test(text);
  return isNumber ? localDigits(text, formatSettings()) : text;
}

/** Brings the texts of a page before it is drawn, so that no key is ever seen. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  if (namespaces.length > 0) await i18next.loadNamespaces(namespaces);
}

/** Brings all loaded namespaces in the other language, then switches. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
}
