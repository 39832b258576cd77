import { useRouter } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '#client/api.ts';
import { isSignedIn } from '#client/session.ts';
import { type Language, languageSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { HOME_PATH, useGoBack } from '#shell/navigation.ts';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { loadLanguageFont } from '#ui/theme.ts';

const LANGUAGES: readonly {
  readonly code: Language;
  readonly lang: string;
  readonly name: string;
  readonly hello: string;
}[] = [
  { code: 'en-US', lang: 'en', name: 'English', hello: 'Stocks and coins, weighed in the open' },
  { code: 'bn-BN', lang: 'bn', name: 'বাংলা', hello: 'শেয়ার আর কয়েন, সবার চোখের সামনে মাপা' },
];

/** The page's own font has no Bengali letters while the page speaks English. */
const BENGALI = "[font-family:'Noto_Sans_Bengali_Variable',var(--font-family)]";

/** The first page for who has not chosen yet; later a setting. Each language is written in itself. */
export default function LanguagePage() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const goBack = useGoBack();
  const chosen = languageSlice.use();
  const isFirst = chosen === '';
  // A device without Bengali letters must be able to read its own language here.
  useEffect(() => void loadLanguageFont('bn-BN'), []);
  const choose = (language: Language) => {
    languageSlice.set(language);
    // The server writes mails and messages in it from now on; this device has it already.
    if (isSignedIn()) call('userUpdate', { language }).catch(() => undefined);
    if (isFirst) void router.navigate({ to: HOME_PATH, replace: true });
    else goBack();
  };
  return (
    <Page header={isFirst ? undefined : <BackBar title={t('language')} />}>
      {isFirst && (
        <div className="flex flex-col items-center pt-16 pb-10 text-center">
          <img src="/mark.svg" alt="" width="72" height="72" />
          <h1 className="mt-4 text-title">Tarazu</h1>
          <p className="mt-1 text-body text-muted">
            Choose your language ·{' '}
            <span lang="bn" className={BENGALI}>
              ভাষা বেছে নিন
            </span>
          </p>
        </div>
      )}
      <ul className="flex flex-col gap-3 pt-2">
        {LANGUAGES.map(({ code, lang, name, hello }) => (
          <li key={code}>
            <button
              type="button"
              lang={lang}
              aria-pressed={code === chosen}
              onClick={() => choose(code)}
              className="pressable flex min-h-20 w-full items-center gap-4 rounded-tile bg-sunken px-5 py-3 text-left"
            >
              <span className={`min-w-0 grow ${lang === 'bn' ? BENGALI : ''}`}>
                <span className="block text-heading">{name}</span>
                <span className="block text-small text-muted">{hello}</span>
              </span>
              {code === chosen && <Icon icon={Check} className="text-brand" />}
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
