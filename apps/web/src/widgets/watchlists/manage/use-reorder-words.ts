import { useTranslation } from '#locales/i18n.ts';
import type { ReorderWords } from '#ui/layout/reorder-list.tsx';

export function useReorderWords(): ReorderWords {
  const { t } = useTranslation('watchlists');
  return {
    handle: (name) => t('handle', { name }),
    up: (name) => t('moveUp', { name }),
    down: (name) => t('moveDown', { name }),
    moved: ({ label, position, count }) =>
      t('movedTo', { name: label, position: String(position), total: String(count) }),
  };
}
