import type { Candle, CandleInterval, InstrumentDetail } from '@tarazu/protocol';
import { ChartLine, ChevronsRight, type LucideIcon, PencilLine, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { stream } from '#client/live.ts';
import { chartMainSlice, chartSubSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonChart, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { formatDateTime, formatMoney, groupingOf } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallFailed } from '#widgets/session/call-state.tsx';
import { chartSource, useCandles } from './candles.ts';
import type { ChartHandle } from './chart-engine.ts';
import { ChartTable } from './chart-table.tsx';
import { DrawingSheet, IndicatorSheet } from './chart-tools.tsx';
import { type Drawing, mainIndicatorOf, subIndicatorOf } from './indicators.ts';
import { INTERVALS } from './intervals.ts';

export type ChartInstrument = Pick<
  InstrumentDetail,
  'instrumentId' | 'kind' | 'symbol' | 'priceScale' | 'quoteAsset'
>;

export interface PriceChartProps {
  instrument: ChartInstrument;
  /** In px; 340 by default. */
  height?: number | undefined;
}

/** Kept while the app runs: who looks at hours looks at hours of the next one too. */
let lastInterval: CandleInterval = '1d';

type Layer = 'none' | 'indicators' | 'draw' | 'table';

/** Candles with their indicators, live, with every interval; and the same in a table. */
export function PriceChart({ instrument, height = 340 }: PriceChartProps) {
  const { t } = useTranslation('market');
  const [interval, setInterval] = useState(lastInterval);
  const [layer, setLayer] = useState<Layer>('none');
  const candles = useCandles(instrument.instrumentId, interval);
  const list = candles.data?.list ?? [];
  const chart = useChart(instrument, interval);
  const choose = (chosen: CandleInterval) => {
    lastInterval = chosen;
    setInterval(chosen);
  };
  const draw = (drawing: Drawing) => {
    setLayer('none');
    chart.handle.current?.draw(drawing);
  };
  const summary = useSummary(instrument, interval, list);
  const close = () => setLayer('none');
  return (
    <section aria-label={t('chart')}>
      <div className="relative isolate" style={{ height }}>
        <div ref={chart.element} role="img" aria-label={summary} className="size-full" />
        <ChartCover query={candles} isEmpty={list.length === 0} chart={chart} height={height} />
      </div>
      <Chips
        label={t('interval')}
        even
        className="px-2"
        items={INTERVALS.map((value) => ({ value, label: t(`interval_${value}`) }))}
        value={interval}
        onValueChange={choose}
      />
      <div className="flex items-center justify-between gap-1 px-3">
        <Tool icon={ChartLine} label={t('indicators')} onClick={() => setLayer('indicators')} />
        <Tool icon={PencilLine} label={t('draw')} onClick={() => setLayer('draw')} />
        <Tool icon={Table2} label={t('viewAsTable')} onClick={() => setLayer('table')} />
        <IconButton
          icon={ChevronsRight}
          label={t('toLatest')}
          tone="muted"
          onClick={() => chart.handle.current?.toLatest()}
        />
      </div>
      <IndicatorSheet open={layer === 'indicators'} onOpenChange={close} />
      <DrawingSheet
        open={layer === 'draw'}
        onOpenChange={close}
        onDraw={draw}
        onClear={() => chart.handle.current?.clearDrawings()}
      />
      <ChartTable
        open={layer === 'table'}
        onOpenChange={close}
        title={t('tableTitle', { symbol: instrument.symbol, interval: t(`interval_${interval}`) })}
        candles={list}
        interval={interval}
        quoteAsset={instrument.quoteAsset}
      />
    </section>
  );
}

interface ChartCoverProps {
  query: ReturnType<typeof useCandles>;
  isEmpty: boolean;
  chart: Pick<ReturnType<typeof useChart>, 'isReady' | 'reload'>;
  height: number;
}

/** Lies over the picture while there is none yet, or says why there is none. */
function ChartCover({ query, isEmpty, chart, height }: ChartCoverProps) {
  const { t } = useTranslation('market');
  if (query.error !== null && isEmpty) {
    const retry = () => void query.refetch().then(chart.reload);
    return (
      <div className="absolute inset-0 grid place-items-center bg-bg">
        <CallFailed error={query.error} onRetry={retry} retrying={query.isFetching} />
      </div>
    );
  }
  if (!query.isPending && chart.isReady) return null;
  return (
    <div className="absolute inset-0 bg-bg">
      <SkeletonGroup label={t('loading')}>
        <SkeletonChart height={height} />
      </SkeletonGroup>
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="pressable flex min-h-11 min-w-0 items-center gap-1.5 rounded-chip px-1.5 text-small font-medium text-muted [--pressed:var(--bg)]"
    >
      <Icon icon={icon} size={16} className="max-[359px]:hidden" />
      <span className="truncate">{label}</span>
    </button>
  );
}

/** Loads the library, draws into the element and follows what is chosen. */
function useChart(
  { instrumentId, kind, symbol, priceScale, quoteAsset }: ChartInstrument,
  interval: CandleInterval,
) {
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle>(null);
  const [isReady, setReady] = useState(false);
  const [loads, setLoads] = useState(0);
  const main = mainIndicatorOf(chartMainSlice.use());
  const chosenSub = subIndicatorOf(chartSubSlice.use());
  // Nothing is traded in an index, so it has no volume to show.
  const sub = kind === 'index' && chosenSub === 'VOL' ? 'NONE' : chosenSub;
  useEffect(() => {
    let isGone = false;
    const mount = async () => {
      const { mountChart } = await import('./chart-engine.ts');
      if (isGone || element.current === null) return;
      handle.current = mountChart(element.current, () => undefined);
      setReady(true);
    };
    void mount();
    return () => {
      isGone = true;
      handle.current?.destroy();
      handle.current = null;
      setReady(false);
    };
  }, []);
  useEffect(() => {
    if (isReady) handle.current?.setMain(main);
  }, [isReady, main]);
  useEffect(() => {
    if (isReady) handle.current?.setSub(sub);
  }, [isReady, sub]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` asks for the same picture once more.
  useEffect(() => {
    const grouping = groupingOf(quoteAsset);
    if (isReady)
      handle.current?.setSource(chartSource({ instrumentId, symbol, priceScale, grouping, interval }));
  }, [isReady, instrumentId, symbol, priceScale, quoteAsset, interval, loads]);
  // After a break of the connection the picture is read
  // again: candles that were missed never come by themselves.
  useEffect(() => stream.onRestored(() => setLoads((count) => count + 1)), []);
  return { element, handle, isReady, reload: () => setLoads((count) => count + 1) };
}

/** The picture in a sentence. */
function useSummary(
  instrument: ChartInstrument,
  interval: CandleInterval,
  candles: readonly Candle[],
): string {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const [first] = candles;
  const last = candles.at(-1);
  if (first === undefined || last === undefined) return t('chartOf', { symbol: instrument.symbol });
  const money = (text: string) =>
    formatMoney(text, instrument.quoteAsset, { settings, decimals: instrument.priceScale });
  const highest = candles.reduce(
    (most, candle) => (compareDecimal(candle.high, most) > 0 ? candle.high : most),
    first.high,
  );
  const lowest = candles.reduce(
    (least, candle) => (compareDecimal(candle.low, least) < 0 ? candle.low : least),
    first.low,
  );
  return t('chartSummary', {
    symbol: instrument.symbol,
    interval: t(`interval_${interval}`),
    from: formatDateTime(first.openTimeMs, settings),
    until: formatDateTime(last.openTimeMs, settings),
    open: money(first.open),
    close: money(last.close),
    high: money(highest),
    low: money(lowest),
  });
}
