import { ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** Comes with its texts when it is first opened: no first paint needs it. */
const ManageSheet = lazy(async () => {
  const [sheet] = await Promise.all([import('./manage-sheet.tsx'), loadTexts(['watchlists'])]);
  return { default: sheet.ManageSheet };
});

/** The way to the lists themselves: their names, their order, and the order within them. */
export function EditWatchlists() {
  const { t } = useTranslation('market');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton icon={ListPlus} tone="muted" label={t('editWatchlists')} onClick={open} />
      {wasOpened && (
        <Suspense fallback={null}>
          <ManageSheet open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
