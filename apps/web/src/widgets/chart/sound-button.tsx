import type { Candle } from '@tarazu/protocol';
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { type PlayedSound, playCloses } from './chart-sound.ts';

/** The line of the closes for the ear: a second tap stops it, and so does leaving. */
export function SoundButton({ candles }: { candles: readonly Candle[] }) {
  const { t } = useTranslation('market');
  const played = useRef<PlayedSound>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => played.current?.stop(), []);
  const toggle = () => {
    if (isPlaying) return played.current?.stop();
    setPlaying(true);
    played.current = playCloses(
      candles.map(({ close }) => close),
      () => {
        played.current = undefined;
        setPlaying(false);
      },
    );
  };
  return (
    <Button
      tone="secondary"
      size="medium"
      wide
      disabled={candles.length === 0}
      icon={<Icon icon={isPlaying ? Square : Volume2} size={20} />}
      onClick={toggle}
    >
      {isPlaying ? t('soundStop') : t('soundPlay')}
    </Button>
  );
}
