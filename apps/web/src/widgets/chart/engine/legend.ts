import { type Chart, type Indicator, type IndicatorCreate, registerIndicator } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';

/** A figure of the legend, in the colour of its line. */
export interface LegendValue {
  readonly text: string;
  readonly color: string;
}

/** A row of the legend: the candle's four prices, or a line with its parameters. */
export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly values: readonly LegendValue[];
}

type Source = NonNullable<IndicatorCreate['createTooltipDataSource']>;

export interface Legend {
  /** Draws nothing over the candles: what would be written there is told to the row above them. */
  readonly sourceOf: (id: string, label: string, valuesOf?: ValuesOf) => Source;
  /** The line is gone, and its row with it. */
  readonly forget: (id: string) => void;
  readonly subscribe: (listener: (entries: readonly LegendEntry[]) => void) => () => void;
}

export type ValuesOf = (question: Parameters<Source>[0], text: (value: number) => string) => LegendValue[];

export const READOUT = 'READOUT';
const NOTHING = { name: '', calcParamsText: '', features: [], legends: [] };

/** Told at each drawing with the candle under the finger, or the newest one. */
export function createLegend(text: (value: number) => string): Legend {
  const rows = new Map<string, LegendEntry>();
  const listeners = new Set<(entries: readonly LegendEntry[]) => void>();
  let told = '';
  let isDue = false;
  const flush = () => {
    isDue = false;
    const entries = [...rows.values()];
    const now = JSON.stringify(entries);
    if (now === told) return;
    told = now;
    for (const listener of listeners) listener(entries);
  };
  const later = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(flush);
  };
  return {
    sourceOf:
      (id, label, valuesOf = lineValues) =>
      (question) => {
        rows.set(id, { id, label, values: valuesOf(question, text) });
        later();
        return NOTHING;
      },
    forget: (id) => {
      rows.delete(id);
      later();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      listener([...rows.values()]);
      return () => listeners.delete(listener);
    },
  };
}

/** A figure of an indicator's point, if it has it. */
export function figureOf(point: unknown, key: string): number | undefined {
  const value: unknown = typeof point === 'object' && point !== null ? Reflect.get(point, key) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** The figures of an indicator at the candle, in the colours in which its lines are drawn. */
const lineValues: ValuesOf = ({ indicator, crosshair }, text) => {
  const { colours } = resolvedLook();
  const lines = [colours.brand, colours.warn, colours.up, colours.down, colours.muted];
  const { result, figures }: Indicator<unknown> = indicator;
  const at: unknown = result[crosshair.dataIndex ?? result.length - 1];
  return figures.flatMap(({ key, type }, place) => {
    const value = figureOf(at, key);
    if (value === undefined) return [];
    const color = type === 'line' ? (lines[place % lines.length] ?? colours.ink) : colours.ink;
    return [{ text: text(value), color }];
  });
};

/** The letters under which every chart names the prices of a candle. */
const PRICES = [
  ['O', 'open'],
  ['H', 'high'],
  ['L', 'low'],
  ['C', 'close'],
] as const;

const candleValues: ValuesOf = ({ chart, crosshair }, text) => {
  const bars = chart.getDataList();
  const bar = bars[crosshair.dataIndex ?? bars.length - 1];
  const { colours } = resolvedLook();
  if (bar === undefined) return [];
  return PRICES.map(([letter, name]) => ({ text: `${letter} ${text(bar[name])}`, color: colours.ink }));
};

export function registerReadout(): void {
  registerIndicator({ name: READOUT, series: 'price', figures: [], calc: (bars) => bars.map(() => ({})) });
}

/** The first row: a line without a line, because only lines are asked what they have to say. */
export function showCandle(chart: Chart, paneId: string, legend: Legend): void {
  const createTooltipDataSource = legend.sourceOf(READOUT, '', candleValues);
  chart.createIndicator({ name: READOUT, paneId, createTooltipDataSource }, true);
}
