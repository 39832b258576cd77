import type { CandleInterval } from '@tarazu/protocol';
import { X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { symbolOf } from '#widgets/instrument/ids.ts';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import type { WorkspaceChart } from './workspace-slice.ts';

export interface ChartGridProps {
  charts: readonly WorkspaceChart[];
  active: number;
  onActivate: (place: number) => void;
  onClose: (place: number) => void;
  onInterval: (place: number, interval: CandleInterval) => void;
}

/** One chart, two beside each other, or four. */
export function ChartGrid({ charts, ...props }: ChartGridProps) {
  const isOne = charts.length === 1;
  return (
    <div
      className={`grid h-full auto-rows-fr gap-px bg-line ${isOne ? '' : 'grid-cols-2'}`}
      data-charts={charts.length}
    >
      {charts.map((chart, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chart is its place; what it shows changes.
        <ChartCell key={place} {...props} chart={chart} place={place} isOne={isOne} />
      ))}
    </div>
  );
}

type ChartCellProps = Omit<ChartGridProps, 'charts'> & {
  chart: WorkspaceChart;
  place: number;
  isOne: boolean;
};

function ChartCell({ chart, place, isOne, active, onActivate, onClose, onInterval }: ChartCellProps) {
  const { t } = useTranslation('workspace');
  const { query, profile } = useInstrument(chart.instrumentId);
  const symbol = profile?.symbol ?? symbolOf(chart.instrumentId);
  const isActive = place === active;
  return (
    <div className="flex min-h-0 min-w-0 flex-col bg-bg" data-active={isActive && !isOne}>
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3">
        <button
          type="button"
          aria-pressed={isActive}
          aria-label={t('activate', { symbol })}
          onClick={() => onActivate(place)}
          className={`target min-h-9 rounded-chip px-2 text-body font-semibold ${isActive && !isOne ? 'bg-brand-soft text-brand' : ''}`}
        >
          {symbol}
        </button>
        {profile !== undefined && (
          <p className="flex min-w-0 grow items-baseline gap-2 truncate text-small">
            <LivePrice row={profile} className="font-semibold" />
            <LiveChange row={profile} />
          </p>
        )}
        {!isOne && (
          <IconButton
            icon={X}
            tone="muted"
            label={t('closeChart', { symbol })}
            onClick={() => onClose(place)}
          />
        )}
      </div>
      <div className="min-h-0 grow">
        <CallState query={query} data={profile} skeleton={<SkeletonTile height={200} />}>
          {(found) => (
            <PriceChart
              instrument={found}
              height="fill"
              interval={chart.interval}
              onInterval={(interval) => onInterval(place, interval)}
            />
          )}
        </CallState>
      </div>
    </div>
  );
}
