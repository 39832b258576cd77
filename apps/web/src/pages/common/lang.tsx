import { useRouter } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { call } from '#client/api.ts';
import { isSignedIn } from '#client/session.ts';
import { type Language, languageSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { LANGUAGE_NAMES } from '#locales/language-names.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { useGoBack, WELCOME_PATH } from '#shell/navigation.ts';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { HOME_PATH } from '#widgets/session/target.ts';
import '#ui/theme/font-language-names.css';

/** While the page speaks English, a device without Bengali letters has just those that stand here. */
const BENGALI = "[font-family:'Noto_Sans_Bengali_Names',var(--font-family)]";

/** The first page for who has not chosen yet; later a setting. Each language is written in itself. */
export default function LanguagePage() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const goBack = useGoBack();
  const chosen = languageSlice.use();
  const isFirst = chosen === '';
  const pick = (language: Language) => {
    languageSlice.set(language);
    // The server writes mails and messages in it from now on; this device has it already.
    if (isSignedIn()) call('userUpdate', { language }).catch(() => undefined);
    if (isFirst) void router.navigate({ to: isSignedIn() ? HOME_PATH : WELCOME_PATH, replace: true });
    else goBack();
  };
  return (
    <Page header={isFirst ? undefined : <BackBar title={t('language')} />}>
      {isFirst && (
        <div className="flex flex-col items-center pt-16 pb-10 text-center">
          <img src="/mark.svg" alt="" width="72" height="72" />
          <h1 className="mt-4 text-title">Tarazu</h1>
          <p className="mt-1 text-body text-muted">
            {LANGUAGE_NAMES.map(({ code, lang, choose }, nth) => (
              <Fragment key={code}>
                {nth > 0 && ' · '}
                <span lang={lang} className={lang === 'bn' ? BENGALI : ''}>
                  {choose}
                </span>
              </Fragment>
            ))}
          </p>
        </div>
      )}
      <ul className="flex flex-col gap-3 pt-2">
        {LANGUAGE_NAMES.map(({ code, lang, name, hello }) => (
          <li key={code}>
            <button
              type="button"
              lang={lang}
              aria-pressed={code === chosen}
              onClick={() => pick(code)}
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
