import { invalidate } from '#client/query.ts';
import { type Language, languageSlice } from '#client/store.ts';
import { changeLanguage } from '#locales/load.ts';
import { setFormatSettings } from '#ui/numbers/format-settings.ts';
import { followTheme, setDocumentLanguage } from '#ui/theme.ts';

export const DEFAULT_LANGUAGE: Language = 'en-US';

/** Language, digits, font and theme follow what was chosen, here or in another tab. */
export function followLook(): void {
  followTheme();
  const chosen = languageSlice.get();
  setFormatSettings({ language: chosen === '' ? DEFAULT_LANGUAGE : chosen });
  // Nothing is written while nobody has chosen: the start page asks by that.
  if (chosen !== '') void setDocumentLanguage(chosen);
  let shown = chosen;
  languageSlice.subscribe((language) => {
    if (language === shown) return;
    shown = language;
    void speak(language === '' ? DEFAULT_LANGUAGE : language);
  });
}

async function speak(language: Language): Promise<void> {
  await Promise.all([changeLanguage(language), setDocumentLanguage(language)]);
  setFormatSettings({ language });
  // The server wrote these in the language that was.
  invalidate('news', 'newsInfo', 'platformNotices', 'noticeList', 'ads', 'stockInfo', 'coinInfos');
}
