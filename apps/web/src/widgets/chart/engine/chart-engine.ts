import type { Candle, CandleInterval } from '@tarazu/protocol';
import { type Chart, dispose, type IndicatorCreate, init, type KLineData } from 'klinecharts';
import { toPixels } from '#ui/numbers/decimal-text.ts';
import { formatCompact, formatDate, formatNumber, formatTime, type Grouping } from '#ui/numbers/format.ts';
import { subscribeFormatSettings } from '#ui/numbers/format-settings.ts';
import { resolvedLook, subscribeLook } from '#ui/theme.ts';
import type { ChartSettings, Overlay, Pane } from '#widgets/chart/chart-settings.ts';
import type { Drawing } from '#widgets/chart/indicators.ts';
import { isDaily, periodOf } from '#widgets/chart/intervals.ts';
import { chartStyles } from './chart-look.ts';
import { COMPARISON, compareWith, registerComparison } from './comparison.ts';
import type { Comparison } from './drawn-bars.ts';
import { registerHeikinAshi } from './heikin-ashi.ts';
import {
  createLegend,
  type Legend,
  type LegendEntry,
  READOUT,
  registerReadout,
  showCandle,
} from './legend.ts';
import { drawLines, drawMarks, type Mark, moveLine, type OrderLine, registerOwnMarks } from './own-marks.ts';
import { letPageScroll } from './page-scroll.ts';
import { wholeTicks } from './time-axis.ts';

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
  /** Candles before a moment, by default the newest; a rejection shows nothing new. */
  readonly read: (beforeMs: number | undefined) => Promise<CandlePage>;
  /** Tells each new or changed candle until it is left. */
  readonly follow: (onCandle: (candle: Candle) => void) => () => void;
}

export type ChartLook = Pick<ChartSettings, 'kind' | 'overlays' | 'panes'>;

export interface ChartHandle {
  setSource(source: ChartSource): void;
  /** Kind, lines and panes; `panes` alone may be others than the person's. */
  setLook(look: ChartLook): void;
  compare(comparison: Comparison | undefined): void;
  setLines(lines: readonly OrderLine[]): void;
  moveLine(line: OrderLine): void;
  setMarks(marks: readonly Mark[]): void;
  /** The price at a height of the picture, as a number of the canvas; none outside of the candles. */
  priceAt(y: number): number | undefined;
  /** Called when candles have come or gone: marks have to find their places again. */
  onBars(listener: () => void): () => void;
  /** Tells what stands in the legend, now and at each change. */
  onLegend(listener: (entries: readonly LegendEntry[]) => void): () => void;
  /** The picture with all that is drawn on it, as a PNG. */
  picture(): string;
  draw(name: Drawing): void;
  clearDrawings(): void;
  zoom(scale: number): void;
  toLatest(): void;
  destroy(): void;
}

const CANDLE_PANE = 'candle_pane';
/** Room over the candles for the mark of the highest price. */
const GAP_OVER_CANDLES_PX = 26;
const SUB_PANE = 'sub_pane_';
const VOLUME_HEIGHT = 76;
/** A lower chart has room for the candles alone. */
const PANES_FROM_PX = 220;
/** Indicators with several lines have a legend of two rows. */
const SUB_HEIGHT = 104;
const DRAWING_GROUP = 'drawings';

interface EngineState {
  source: ChartSource | undefined;
  isDrawing: boolean;
  isGone: boolean;
  look: ChartLook | undefined;
  readonly listeners: Set<() => void>;
}

function beginning(): EngineState {
  return { source: undefined, isDrawing: false, isGone: false, look: undefined, listeners: new Set() };
}

registerHeikinAshi();
registerComparison();
registerOwnMarks();
registerReadout();

export function mountChart(element: HTMLElement, onDrawn: () => void): ChartHandle {
  const chart = init(element, { styles: chartStyles(), layout: { barSpaceLimit: { min: 2, max: 40 } } });
  if (chart === null) throw new Error('Invariant: the chart library draws into an element.');
  chart.overrideXAxis({ createTicks: wholeTicks });
  const state = beginning();
  prepare(chart, element, () => state.source);
  const legend = legendOf(chart, () => state.source);
  let drawn: readonly Pane[] | undefined;
  const fitPanes = () => {
    const panes = panesFor(element, state.look?.panes);
    if (panes === undefined || panes === drawn) return;
    drawn = panes;
    setPanes(chart, panes);
  };
  const stops = [
    letPageScroll(element, () => state.isDrawing),
    subscribeLook(() => chart.setStyles(chartStyles(state.look))),
    subscribeFormatSettings(() => chart.resize()),
    followSize(element, () => {
      chart.resize();
      fitPanes();
    }),
  ];
  return {
    setSource: (source) => {
      state.source = source;
      const told = () => {
        for (const listener of state.listeners) listener();
      };
      load(chart, source, { isCurrent: () => !state.isGone && state.source === source, told });
    },
    setLook: (look) => {
      const before = state.look;
      state.look = look;
      chart.setStyles(chartStyles(look));
      if (before?.overlays !== look.overlays || before?.kind !== look.kind) setMain(chart, look, legend);
      fitPanes();
    },
    compare: compareWith(chart, CANDLE_PANE, legend),
    setLines: (lines) => drawLines(chart, CANDLE_PANE, lines),
    moveLine: (line) => moveLine(chart, line),
    setMarks: (marks) => drawMarks(chart, CANDLE_PANE, marks),
    priceAt: (y) => priceAt(chart, y),
    onBars: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    onLegend: legend.subscribe,
    picture: () => chart.getConvertPictureUrl(true, 'png', resolvedLook().colours.bg),
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

function legendOf(chart: Chart, source: () => ChartSource | undefined): Legend {
  const legend = createLegend((value) => {
    const { priceScale = 0, grouping = 'indian' } = source() ?? {};
    return formatNumber(value.toFixed(priceScale), { grouping });
  });
  showCandle(chart, CANDLE_PANE, legend);
  return legend;
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
  chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: GAP_OVER_CANDLES_PX, bottom: 0.06 } });
}

function priceAt(chart: Chart, y: number): number | undefined {
  const points = chart.convertFromPixel([{ y }], { paneId: CANDLE_PANE });
  const value = Array.isArray(points) ? points[0]?.value : points.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
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

function followSize(element: HTMLElement, onSize: () => void): () => void {
  const observer = new ResizeObserver(onSize);
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

interface Loading {
  /** Asked when an answer comes: one for another interval or a chart that is gone is dropped. */
  readonly isCurrent: () => boolean;
  /** Called when candles have come. */
  readonly told: () => void;
}

function load(chart: Chart, source: ChartSource, { isCurrent, told }: Loading): void {
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
      told();
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

function setMain(chart: Chart, { kind, overlays }: ChartLook, legend: Legend): void {
  for (const { name, id } of chart.getIndicators({ paneId: CANDLE_PANE })) {
    if (name === COMPARISON || name === READOUT) continue;
    chart.removeIndicator({ id });
    legend.forget(name);
  }
  const show = (create: IndicatorCreate, label: string) => {
    const createTooltipDataSource = legend.sourceOf(create.name, label);
    chart.createIndicator({ ...create, paneId: CANDLE_PANE, createTooltipDataSource }, true);
  };
  if (kind === 'heikinAshi') show({ name: 'HEIKIN_ASHI' }, 'Heikin-Ashi');
  for (const overlay of overlays) show(paramsOf(overlay), labelOf(overlay));
}

/** `SMA(12,2)`. */
function labelOf({ name, params }: Overlay): string {
  return params.length === 0 ? name : `${name}(${params.join(',')})`;
}

function paramsOf({ name, params }: Overlay | Pane): IndicatorCreate {
  return params.length === 0 ? { name } : { name, calcParams: [...params] };
}

const NO_PANES: readonly Pane[] = [];

/** One of several charts on a small screen is all candles: panes of a fixed height would leave them none. */
function panesFor({ clientHeight }: HTMLElement, panes: readonly Pane[] | undefined) {
  return panes === undefined || clientHeight === 0 || clientHeight >= PANES_FROM_PX ? panes : NO_PANES;
}

function setPanes(chart: Chart, panes: readonly Pane[]): void {
  for (const { paneId, id } of chart.getIndicators()) {
    if (paneId.startsWith(SUB_PANE)) chart.removeIndicator({ id });
  }
  for (const pane of panes) {
    const isVolume = pane.name === 'VOL';
    const id = `${SUB_PANE}${pane.name}`;
    chart.createIndicator({ ...paramsOf(pane), paneId: id, ...(isVolume ? VOLUME_ALONE : {}) });
    const height = isVolume ? VOLUME_HEIGHT : SUB_HEIGHT;
    chart.setPaneOptions({ id, height, minHeight: height, dragEnabled: false });
    chart.overrideYAxis({ paneId: id, gap: { top: isVolume ? 0.4 : 0.5, bottom: 0 } });
  }
}
