import { Eye, EyeOff } from 'lucide-react';
import { balancesHiddenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';

/**
 * The word that screen readers say for a hidden balance;
 * nothing while balances are shown. Give it to `Money`.
 */
export function useHiddenWord(): string | undefined {
  const { t } = useTranslation('shell');
  return balancesHiddenSlice.use() ? t('hidden') : undefined;
}

export function HideBalanceButton() {
  const { t } = useTranslation('shell');
  const isHidden = balancesHiddenSlice.use();
  return (
    <IconButton
      icon={isHidden ? EyeOff : Eye}
      label={isHidden ? t('showBalances') : t('hideBalances')}
      tone="muted"
      onClick={() => balancesHiddenSlice.set(!isHidden)}
    />
  );
}
