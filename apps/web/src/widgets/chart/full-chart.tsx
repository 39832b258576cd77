import { RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { ScreenLayer } from '#ui/overlays/screen-layer.tsx';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import type { ChartInstrument } from './use-chart.ts';

interface FullChartProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrument: ChartInstrument;
  children: ReactNode;
}

/** The chart and nothing else; on a phone also turned, where the device lets a page turn itself. */
export function FullChart({ open, onOpenChange, instrument, children }: FullChartProps) {
  const { t } = useTranslation('market');
  const { t: shell } = useTranslation('shell');
  const { environment, isSignedIn } = useSession();
  const isPhone = useScreenShape() === 'phone';
  const { profile } = useInstrument(instrument.instrumentId);
  const close = () => {
    onOpenChange(false);
    turnBack();
  };
  return (
    <ScreenLayer open={open} onOpenChange={close} title={t('chartOf', { symbol: instrument.symbol })}>
      <div className="flex min-h-12 items-center gap-2 px-2">
        <IconButton icon={X} label={t('close')} onClick={close} />
        <p className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
          <span className="text-heading">{instrument.symbol}</span>
          {profile !== undefined && (
            <span className="text-small font-medium">
              <LivePrice row={profile} /> <LiveChange row={profile} />
            </span>
          )}
        </p>
        {isSignedIn && environment === 'demo' && <Badge tone="warn">{shell('demoFrame')}</Badge>}
        {isPhone && (
          <IconButton
            icon={RotateCw}
            label={t('turn')}
            onClick={() => void turn(() => showToast(t('turnByHand')))}
          />
        )}
      </div>
      <div className="min-h-0 grow">{open && children}</div>
    </ScreenLayer>
  );
}

/** Few devices let a page turn the screen; on the others the hand does. */
async function turn(onRefused: () => void): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
    const { orientation } = window.screen;
    if (!('lock' in orientation) || typeof orientation.lock !== 'function') throw new Error('no lock');
    await orientation.lock('landscape');
  } catch {
    turnBack();
    onRefused();
  }
}

function turnBack(): void {
  window.screen.orientation?.unlock?.();
  if (document.fullscreenElement !== null) void document.exitFullscreen();
}
