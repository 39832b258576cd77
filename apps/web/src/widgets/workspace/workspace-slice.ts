import type { CandleInterval } from '@tarazu/protocol';
import { isRecord, listOf, type Parse, recordOf, text } from '#client/parse.ts';
import { createSlice } from '#client/slice.ts';
import { intervalOf } from '#widgets/chart/intervals.ts';

/** Charts beside each other; more are too small to read. */
export const CHARTS_MAX = 4;
/** Groups of panels whose sizes are kept; the workspace has four. */
const GROUPS_MAX = 8;

export interface WorkspaceChart {
  readonly instrumentId: string;
  readonly interval: CandleInterval;
}

/** The workspace as a person left it on this device. */
export interface Workspace {
  readonly charts: readonly WorkspaceChart[];
  /** The place of the chart that the ticket, the book and the watchlist follow. */
  readonly active: number;
  /** Sizes of panels in percent, by group and panel. */
  readonly sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Letters alone trade only where a person wants it: some keyboards are spoken. */
  readonly hasKeys: boolean;
}

const NOTHING: Workspace = { charts: [], active: 0, sizes: {}, hasKeys: true };

const keptChart: Parse<WorkspaceChart> = (stored) => {
  if (!isRecord(stored)) return undefined;
  const instrumentId = text(stored['instrumentId']);
  return instrumentId === undefined ? undefined : { instrumentId, interval: intervalOf(stored['interval']) };
};

const size: Parse<number> = (stored) =>
  typeof stored === 'number' && stored >= 0 && stored <= 100 ? stored : undefined;

const parseWorkspace: Parse<Workspace> = (stored) => {
  if (!isRecord(stored)) return undefined;
  const charts = listOf(keptChart, CHARTS_MAX)(stored['charts']) ?? [];
  const active = Number(stored['active']);
  const groups = Object.entries(recordOf(recordOf(size))(stored['sizes']) ?? {}).slice(0, GROUPS_MAX);
  return {
    charts,
    active: charts[active] === undefined ? 0 : active,
    sizes: Object.fromEntries(groups),
    hasKeys: stored['hasKeys'] !== false,
  };
};

export const workspaceSlice = createSlice<Workspace>({
  name: 'workspace',
  version: 1,
  initial: NOTHING,
  parse: parseWorkspace,
});

export function storeSizes(group: string, sizes: Readonly<Record<string, number>>): void {
  workspaceSlice.update((kept) => ({ ...kept, sizes: { ...kept.sizes, [group]: sizes } }));
}

/** The charts that are drawn: at least the one of the instrument that is traded. */
export function chartsOf(kept: Workspace, instrumentId: string): readonly WorkspaceChart[] {
  const active = activeOf(kept);
  const charts = kept.charts.length === 0 ? [{ instrumentId, interval: FIRST_INTERVAL }] : kept.charts;
  return charts.map((chart, place) => (place === active ? { ...chart, instrumentId } : chart));
}

export function activeOf({ active, charts }: Workspace): number {
  return charts[active] === undefined ? 0 : active;
}

const FIRST_INTERVAL: CandleInterval = '1d';
/** Intervals of further charts of the same instrument: nearer, nearest, and the long way. */
const FURTHER_INTERVALS = ['1h', '5m', '1w'] as const satisfies readonly CandleInterval[];

/** So many charts: the first ones stay, new ones show the active instrument at other intervals. */
export function withCount(
  charts: readonly WorkspaceChart[],
  active: number,
  count: number,
): WorkspaceChart[] {
  const one = charts[active];
  if (one === undefined || count === 1) return one === undefined ? [] : [one];
  const added = Array.from({ length: Math.max(0, count - charts.length) }, (_, place) => {
    const interval = FURTHER_INTERVALS[(charts.length + place - 1) % FURTHER_INTERVALS.length];
    return { ...one, interval: interval ?? FIRST_INTERVAL };
  });
  return [...charts, ...added];
}
