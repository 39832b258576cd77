import { Star } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useWatch } from './use-watch.ts';

/** Comes with its texts when somebody who has several lists taps a star. */
const SaveSheet = lazy(async () => {
  const sheet = import('#widgets/watchlists/save-sheet.tsx');
  const [{ SaveSheet: loaded }] = await Promise.all([sheet, loadTexts(['watchlists'])]);
  return { default: loaded };
});

export interface WatchStarProps {
  instrumentId: string;
  symbol: string;
  className?: string | undefined;
}

/** On the watchlist or off it; of several lists a sheet asks which. */
export function WatchStar({ instrumentId, symbol, className }: WatchStarProps) {
  const { t } = useTranslation('market');
  const { isWatched, isAsking, hasChoice, toggle } = useWatch(instrumentId);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const choose = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        icon={Star}
        label={t('watch', { symbol })}
        pressed={isWatched}
        tone="muted"
        disabled={isAsking}
        className={className}
        onClick={hasChoice ? choose : toggle}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <SaveSheet open={isOpen} onOpenChange={setOpen} instrumentId={instrumentId} symbol={symbol} />
        </Suspense>
      )}
    </>
  );
}
