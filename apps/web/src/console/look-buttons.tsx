import { Languages, SunMoon } from 'lucide-react';
import { languageSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { currentTheme, setThemeChoice } from '#ui/theme.ts';
import '#ui/theme/font-language-names.css';

/** The letters of the language's own name, while the font of that language is not there. */
const BENGALI = "[font-family:'Noto_Sans_Bengali_Names',var(--font-family)]";

/** Language and theme, which the console shares with the app on this machine. */
export function LookButtons() {
  const { t } = useTranslation('console');
  const language = languageSlice.use() || 'en-US';
  const other = language === 'en-US' ? 'bn-BN' : 'en-US';
  return (
    <div className="flex items-center">
      <IconButton
        icon={SunMoon}
        label={t('theme')}
        onClick={() => setThemeChoice(currentTheme() === 'dark' ? 'light' : 'dark')}
      />
      <Button
        size="medium"
        tone="quiet"
        icon={<Icon icon={Languages} size={20} />}
        onClick={() => languageSlice.set(other)}
      >
        <span lang={other === 'bn-BN' ? 'bn' : 'en'} className={other === 'bn-BN' ? BENGALI : ''}>
          {t('otherLanguage')}
        </span>
      </Button>
    </div>
  );
}
