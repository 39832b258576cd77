import { CircleQuestionMark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { HowTopic } from './topics.ts';

const HowSheet = lazy(() => import('./how-sheet.tsx'));

/** The "?" in a page's bar: how the page works, by the rules of today. Its sheet comes when somebody asks. */
export function HowButton({ topic }: { topic: HowTopic }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton icon={CircleQuestionMark} label={t('howThisWorks')} tone="muted" onClick={open} />
      {wasOpened && (
        <Suspense>
          <HowSheet topic={topic} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
