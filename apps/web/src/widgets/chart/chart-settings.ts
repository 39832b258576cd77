import { isRecord, listOf, oneOf, type Parse, text } from '#client/parse.ts';
import { createSlice } from '#client/slice.ts';
import { chartMainSlice, chartSubSlice } from '#client/store.ts';
import {
  isParam,
  type MainIndicator,
  mainIndicatorOf,
  paramsOf,
  type SubIndicator,
  subIndicatorOf,
} from './indicators.ts';

export const CHART_KINDS = ['candles', 'heikinAshi', 'line', 'area'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** More lines over the candles, and more panes below them, cannot be read on a phone. */
export const OVERLAYS_MAX = 4;
export const PANES_MAX = 3;

export interface Overlay {
  readonly name: Exclude<MainIndicator, 'NONE'>;
  readonly params: readonly number[];
}

export interface Pane {
  readonly name: Exclude<SubIndicator, 'NONE'>;
  readonly params: readonly number[];
}

/** The look of every chart on this device. */
export interface ChartSettings {
  readonly kind: ChartKind;
  readonly overlays: readonly Overlay[];
  readonly panes: readonly Pane[];
  /** The index or coin whose way is drawn beside it, in percent; empty for none. */
  readonly compareStock: string;
  readonly compareCoin: string;
  readonly isLegendFolded: boolean;
  readonly showsOwn: boolean;
}

const kindOf = oneOf(...CHART_KINDS);

const overlay: Parse<Overlay> = (stored) => {
  const name = isRecord(stored) ? mainIndicatorOf(stored['name']) : undefined;
  if (!isRecord(stored) || name === undefined || name === 'NONE') return undefined;
  return { name, params: keptParams(name, stored['params']) };
};

const pane: Parse<Pane> = (stored) => {
  const name = isRecord(stored) ? subIndicatorOf(stored['name']) : undefined;
  if (!isRecord(stored) || name === undefined || name === 'NONE') return undefined;
  return { name, params: keptParams(name, stored['params']) };
};

function keptParams(name: MainIndicator | SubIndicator, stored: unknown): readonly number[] {
  const usual = paramsOf(name);
  const fits = Array.isArray(stored) && stored.length === usual.length && stored.every(isParam);
  return fits ? stored : usual;
}

function usual(): ChartSettings {
  // The specification keeps one of each: what was chosen before there were several.
  const main = mainIndicatorOf(chartMainSlice.get()) ?? 'SMA';
  const sub = subIndicatorOf(chartSubSlice.get()) ?? 'VOL';
  return {
    kind: 'candles',
    overlays: main === 'NONE' ? [] : [{ name: main, params: paramsOf(main) }],
    panes: sub === 'NONE' ? [] : [{ name: sub, params: paramsOf(sub) }],
    compareStock: '',
    compareCoin: '',
    isLegendFolded: false,
    showsOwn: true,
  };
}

const parseSettings: Parse<ChartSettings> = (stored) => {
  if (!isRecord(stored)) return undefined;
  const before = usual();
  return {
    kind: kindOf(stored['kind']) ?? before.kind,
    overlays: unique(listOf(overlay, OVERLAYS_MAX)(stored['overlays']) ?? before.overlays),
    panes: unique(listOf(pane, PANES_MAX)(stored['panes']) ?? before.panes),
    compareStock: text(stored['compareStock']) ?? '',
    compareCoin: text(stored['compareCoin']) ?? '',
    isLegendFolded: stored['isLegendFolded'] === true,
    showsOwn: stored['showsOwn'] !== false,
  };
};

function unique<Item extends { readonly name: string }>(list: readonly Item[]): readonly Item[] {
  return list.filter((item, place) => list.findIndex(({ name }) => name === item.name) === place);
}

export const chartSettingsSlice = createSlice<ChartSettings>({
  name: 'chart',
  version: 1,
  initial: usual(),
  parse: parseSettings,
});

/** Changes the settings; the first line and the first pane are also what the specification keeps. */
export function changeChart(change: Partial<ChartSettings>): void {
  chartSettingsSlice.update((settings) => ({ ...settings, ...change }));
  const { overlays, panes } = chartSettingsSlice.get();
  chartMainSlice.set(overlays[0]?.name ?? 'NONE');
  chartSubSlice.set(panes[0]?.name ?? 'NONE');
}
