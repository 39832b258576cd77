import { Download } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';
import { askToInstall, useInstall } from '#ui/install.ts';

/** The browser's own install prompt where it has one, and otherwise a word that the steps do it. */
export function InstallCard() {
  const { t } = useTranslation('company');
  const state = useInstall();
  if (state === 'installed') return <Notice tone="good">{t('installed')}</Notice>;
  if (state === 'none') return <Notice tone="info">{t('noPrompt')}</Notice>;
  return (
    <Button
      wide
      loading={state === 'asking'}
      icon={<Icon icon={Download} size={20} />}
      onClick={() => void askToInstall()}
    >
      {state === 'asking' ? t('installing') : t('install')}
    </Button>
  );
}
