import type { CandleInterval } from '@tarazu/protocol';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonChart, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { CallFailed } from '#widgets/session/call-state.tsx';
import { useCandles } from './candles.ts';
import { ChartBar, type ChartLayer } from './chart-bar.tsx';
import { ChartLayers } from './chart-layers.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { chartSettingsSlice } from './chart-settings.ts';
import { sharePicture } from './share-picture.ts';
import { type ChartInstrument, type MountedChart, useChart } from './use-chart.ts';
import { useSummary } from './use-summary.ts';

export type { ChartInstrument } from './use-chart.ts';

export interface PriceChartProps {
  instrument: ChartInstrument;
  /** In px, 340 by default; or all that its place has. */
  height?: number | 'fill' | undefined;
  /** Where the page keeps the interval of each of its charts; otherwise all charts share one. */
  interval?: CandleInterval | undefined;
  onInterval?: ((interval: CandleInterval) => void) | undefined;
  /** Whether it has the whole screen already. */
  isFull?: boolean | undefined;
}

/** Kept while the app runs: who looks at hours looks at hours of the next one too. */
let lastInterval: CandleInterval = '1d';

/** The height of the waves that stand in for a chart of any height. */
const FILLED_SKELETON = 200;
/** A further pane below the candles takes nothing from them where the page can grow. */
const PANE_PX = 84;

const OwnOnChart = lazy(async () => ({ default: (await import('./own-on-chart.tsx')).OwnOnChart }));

/** Candles with their indicators, live, with every interval; and the same in a table. */
export function PriceChart({ instrument, height = 340, isFull = false, ...props }: PriceChartProps) {
  const { t } = useTranslation('market');
  const [ownInterval, setInterval] = useState(lastInterval);
  const chosen = props.interval ?? ownInterval;
  // The pill holds in the next frame; the candles come after it.
  const interval = useDeferredValue(chosen);
  const [layer, setLayer] = useState<ChartLayer>('none');
  const candles = useCandles(instrument.instrumentId, interval);
  const list = candles.data?.list ?? [];
  const chart = useChart(instrument, interval);
  const { panes, showsOwn } = chartSettingsSlice.use();
  const choose = (next: CandleInterval) => {
    if (props.onInterval !== undefined) return props.onInterval(next);
    lastInterval = next;
    setInterval(next);
  };
  const summary = useSummary(instrument, interval, list);
  const isFilling = height === 'fill';
  const style = isFilling ? {} : { height: height + PANE_PX * Math.max(0, panes.length - 1) };
  const title = t('tableTitle', { symbol: instrument.symbol, interval: t(`intervalName_${interval}`) });
  return (
    <section aria-label={t('chart')} className={isFilling ? 'flex h-full flex-col' : ''}>
      <div
        className={`relative isolate flex flex-col overflow-hidden ${isFilling ? 'min-h-0 grow' : ''}`}
        style={style}
      >
        <ChartLegend chart={chart} instrumentId={instrument.instrumentId} isRow={isFilling} />
        <div className="relative isolate min-h-0 grow">
          <div ref={chart.element} role="img" aria-label={summary} className="isolate size-full" />
          {chart.isReady && showsOwn && instrument.kind !== 'index' && (
            <Suspense fallback={null}>
              <OwnOnChart key={instrument.instrumentId} instrument={instrument} chart={chart} />
            </Suspense>
          )}
        </div>
        <ChartCover query={candles} isEmpty={list.length === 0} chart={chart} height={height} />
      </div>
      <ChartBar
        isRow={isFilling}
        isFull={isFull}
        interval={chosen}
        onInterval={choose}
        onOpen={setLayer}
        onLatest={() => chart.handle.current?.toLatest()}
        onShare={() => void sharePicture({ picture: chart.handle.current?.picture(), instrument, title, t })}
      />
      <ChartLayers
        {...{ layer, instrument, interval, title, chart }}
        candles={list}
        onClose={() => setLayer('none')}
        full={
          isFull ? undefined : (
            <PriceChart isFull height="fill" {...{ instrument }} interval={chosen} onInterval={choose} />
          )
        }
      />
    </section>
  );
}

interface ChartCoverProps {
  query: ReturnType<typeof useCandles>;
  isEmpty: boolean;
  chart: Pick<MountedChart, 'isReady' | 'reload'>;
  height: number | 'fill';
}

/** Lies over the picture while there is none yet, or says why there is none. */
function ChartCover({ query, isEmpty, chart, height }: ChartCoverProps) {
  const { t } = useTranslation('market');
  if (query.error !== null && isEmpty) {
    const retry = () => void query.refetch().then(chart.reload);
    return (
      <div className="absolute inset-0 z-10 grid place-items-center bg-bg">
        <CallFailed error={query.error} onRetry={retry} retrying={query.isFetching} />
      </div>
    );
  }
  if (!query.isPending && chart.isReady) return null;
  return (
    <div className="absolute inset-0 z-10 bg-bg">
      <SkeletonGroup label={t('loading')}>
        <SkeletonChart height={height === 'fill' ? FILLED_SKELETON : height} />
      </SkeletonGroup>
    </div>
  );
}
