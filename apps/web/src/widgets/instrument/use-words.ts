import { useMemo } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import type { ChangeWords } from '#ui/numbers/number-text.tsx';

/** The words of screen readers for the arrow of a change. */
export function useChangeWords(): ChangeWords {
  const { t } = useTranslation('shell');
  return useMemo(() => ({ up: t('up'), down: t('down'), unchanged: t('unchanged') }), [t]);
}
