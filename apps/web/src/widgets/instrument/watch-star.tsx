import { Star } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useWatch } from './use-watch.ts';

export interface WatchStarProps {
  instrumentId: string;
  symbol: string;
  className?: string | undefined;
}

export function WatchStar({ instrumentId, symbol, className }: WatchStarProps) {
  const { t } = useTranslation('market');
  const { isWatched, toggle } = useWatch(instrumentId);
  return (
    <IconButton
      icon={Star}
      label={t('watch', { symbol })}
      pressed={isWatched}
      tone="muted"
      className={className}
      onClick={toggle}
    />
  );
}
