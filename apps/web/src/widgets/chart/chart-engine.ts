import type { Candle, CandleInterval } from '@tarazu/protocol';
import { type Chart, dispose, type IndicatorCreate, init, type KLineData } from 'klinecharts';
import { toPixels } from '#ui/numbers/decimal-text.ts';
import { formatCompact, formatDate, formatNumber, formatTime, type Grouping } from '#ui/numbers/format.ts';
import { subscribeFormatSettings } from '#ui/numbers/format-settings.ts';
import { subscribeLook } from '#ui/theme.ts';
import { chartStyles } from './chart-look.ts';
import type { Drawing, MainIndicator, SubIndicator } from './indicators.ts';
import { isDaily, periodOf } from './intervals.ts';
import { letPageScroll } from './page-scroll.ts';

/** The chart library is known to this file alone; it is loaded on its own, after the page stands. */

export interface CandlePage {
  readonly candles: readonly Candle[];
  readonly hasOlder: boolean;
}

export interface ChartSource {
  readonly symbol: string;
  readonly priceScale: number;
  readonly grouping: Grouping;
  readonly interval: CandleInterval;
  /** Candles before a moment, the newest when there is none. A rejection shows nothing new. */
  readonly read: (beforeMs: number | undefined) => Promise<CandlePage>;
  /** Tells each new or changed candle until it is left. */
  readonly follow: (onCandle: (candle: Candle) => void) => () => void;
}

export interface ChartHandle {
  setSource(source: ChartSource): void;
  setMain(name: MainIndicator): void;
  setSub(name: SubIndicator): void;
  draw(name: Drawing): void;
  clearDrawings(): void;
  zoom(scale: number): void;
  toLatest(): void;
  destroy(): void;
}

const CANDLE_PANE = 'candle_pane';
/** The ticket's chart is lower than a page's. */
const LOW_CHART_PX = 300;
const SUB_PANE = 'sub_pane';
const VOLUME_HEIGHT = 76;
/** Indicators with several lines have a legend of two rows. */
const SUB_HEIGHT = 104;
const DRAWING_GROUP = 'drawings';

interface EngineState {
  source: ChartSource | undefined;
  isDrawing: boolean;
  isGone: boolean;
}

export function mountChart(element: HTMLElement, onDrawn: () => void): ChartHandle {
  const chart = init(element, { styles: chartStyles(), layout: { barSpaceLimit: { min: 2, max: 40 } } });
  if (chart === null) throw new Error('Invariant: the chart library draws into an element.');
  const state: EngineState = { source: undefined, isDrawing: false, isGone: false };
  prepare(chart, element, () => state.source);
  const stops = [
    letPageScroll(element, () => state.isDrawing),
    subscribeLook(() => chart.setStyles(chartStyles())),
    subscribeFormatSettings(() => chart.resize()),
    followSize(chart, element),
  ];
  return {
    setSource: (source) => {
      state.source = source;
      load(chart, source, () => !state.isGone && state.source === source);
    },
    setMain: (name) => setMain(chart, name),
    setSub: (name) => setSub(chart, name),
    draw: (name) => {
      state.isDrawing = true;
      const ended = () => {
        state.isDrawing = false;
        onDrawn();
      };
      chart.createOverlay({ name, groupId: DRAWING_GROUP, onDrawEnd: ended, onRemoved: ended });
    },
    clearDrawings: () => void chart.removeOverlay({ groupId: DRAWING_GROUP }),
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    toLatest: () => chart.scrollToRealTime(200),
    destroy: () => {
      state.isGone = true;
      for (const stop of stops) stop();
      dispose(chart);
    },
  };
}

function prepare(chart: Chart, element: HTMLElement, source: () => ChartSource | undefined): void {
  // The library makes its box the first stop of the tab key;
  // the chart is a picture, and its table twin is the way in.
  const box = element.firstElementChild;
  if (box instanceof HTMLElement) {
    box.tabIndex = -1;
    box.style.touchAction = 'pan-y';
    box.style.overscrollBehavior = 'auto';
  }
  chart.setOffsetRightDistance(24);
  chart.setBarSpace(8);
  chart.setFormatter({
    formatDate: ({ timestamp, type }) => dateText(timestamp, type, source()?.interval ?? '1d'),
    formatBigNumber: (value) => formatCompact(plainText(value)),
  });
  chart.setThousandsSeparator({
    sign: ',',
    format: (value) => grouped(String(value), source()?.grouping ?? 'indian'),
  });
  chart.setDecimalFold({ threshold: 1000, format: (value) => String(value) });
  chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: gapOverCandles(element), bottom: 0.06 } });
}

/** Room for the legend and, under it, the mark of the highest price: a larger share of a lower chart. */
function gapOverCandles({ clientHeight }: HTMLElement): number {
  return clientHeight > 0 && clientHeight < LOW_CHART_PX ? 0.34 : 0.22;
}

/** Text that is no plain number has been written by us already, and stays as it is. */
function grouped(text: string, grouping: Grouping): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? formatNumber(text, { grouping }) : text;
}

/**
 * The library gives numbers and half-written texts; our
 * formats want plain decimals and give others back unharmed.
 */
function plainText(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(8).replace(/\.?0+$/, '') : value;
  return text.replaceAll(',', '');
}

function dateText(atMs: number, type: 'tooltip' | 'crosshair' | 'xAxis', interval: CandleInterval): string {
  const date = formatDate(atMs);
  if (isDaily(interval)) return date;
  return type === 'xAxis' ? formatTime(atMs) : `${date} ${formatTime(atMs)}`;
}

function followSize(chart: Chart, element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return () => observer.disconnect();
}

/** A candle's numbers as the canvas needs them: positions on the screen, never money. */
function bar(candle: Candle): KLineData {
  return {
    timestamp: candle.openTimeMs,
    open: toPixels(candle.open),
    high: toPixels(candle.high),
    low: toPixels(candle.low),
    close: toPixels(candle.close),
    volume: toPixels(candle.volume),
  };
}

/** `isCurrent` is asked when an answer comes: one for another interval or a chart that is gone is dropped. */
function load(chart: Chart, source: ChartSource, isCurrent: () => boolean): void {
  let leave: (() => void) | undefined;
  chart.setDataLoader({ getBars: ({ callback }) => callback([], false) });
  chart.setSymbol({ ticker: source.symbol, pricePrecision: source.priceScale, volumePrecision: 2 });
  chart.setPeriod(periodOf(source.interval));
  chart.setDataLoader({
    getBars: async ({ type, timestamp, callback }) => {
      if (type === 'backward') return callback([], false);
      const beforeMs = type === 'forward' && timestamp !== null ? timestamp : undefined;
      // A page that could not be read is told beside the chart by its query; the canvas stays as it was and
      // may ask again.
      const page = await source.read(beforeMs).catch(() => ({ candles: [], hasOlder: type === 'forward' }));
      if (!isCurrent()) return;
      callback(page.candles.map(bar), { forward: page.hasOlder, backward: false });
    },
    subscribeBar: ({ callback }) => {
      leave?.();
      leave = source.follow((candle) => callback(bar(candle)));
    },
    unsubscribeBar: () => leave?.(),
  });
}

/**
 * The volume's three averages crowd a phone: the volume alone, and its figure in a colour that can be read.
 */
const VOLUME_ALONE: Pick<IndicatorCreate, 'calcParams' | 'createTooltipDataSource'> = {
  calcParams: [],
  createTooltipDataSource: ({ chart, crosshair }) => {
    const bars = chart.getDataList();
    const volume = bars[crosshair.dataIndex ?? bars.length - 1]?.volume;
    const color = chart.getStyles().xAxis.tickText.color;
    const value = { text: volume === undefined ? '' : formatCompact(plainText(volume)), color };
    return {
      name: 'VOL',
      calcParamsText: '',
      features: [],
      legends: [{ title: { text: '', color }, value }],
    };
  },
};

function setMain(chart: Chart, name: MainIndicator): void {
  chart.removeIndicator({ paneId: CANDLE_PANE });
  if (name !== 'NONE') chart.createIndicator({ name, paneId: CANDLE_PANE }, true);
}

function setSub(chart: Chart, name: SubIndicator): void {
  chart.removeIndicator({ paneId: SUB_PANE });
  if (name === 'NONE') return;
  chart.createIndicator({ name, paneId: SUB_PANE, ...(name === 'VOL' ? VOLUME_ALONE : {}) });
  const height = name === 'VOL' ? VOLUME_HEIGHT : SUB_HEIGHT;
  chart.setPaneOptions({ id: SUB_PANE, height, minHeight: height, dragEnabled: false });
  chart.overrideYAxis({ paneId: SUB_PANE, gap: { top: name === 'VOL' ? 0.4 : 0.5, bottom: 0 } });
}
