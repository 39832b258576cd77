import { type Chart, type IndicatorTemplate, registerIndicator } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';
import { type Comparison, comparedPoints, isToldAnew, type Point, type Told } from './drawn-bars.ts';

export const COMPARISON = 'COMPARISON';

// The library copies what it is given, and would make a plain object of a map: it is given a function.
const template: IndicatorTemplate<Point, unknown, (() => Told) | undefined> = {
  name: COMPARISON,
  series: 'price',
  calcParams: [],
  figures: [{ key: 'compare', type: 'line' }],
  calc: (bars, { extendData }) => (extendData === undefined ? [] : comparedPoints(bars, extendData())),
  shouldUpdate: isToldAnew,
  createTooltipDataSource: ({ indicator, crosshair }) => {
    const told = indicator.extendData;
    const last = indicator.result.findLast((point) => point.percent !== undefined);
    const percent = (indicator.result[crosshair.dataIndex ?? -1] ?? last)?.percent;
    const color = resolvedLook().colours.warn;
    const text =
      percent === undefined ? '' : `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent).toFixed(2)}%`;
    return {
      name: typeof told === 'function' ? nameOf(told()) : '',
      calcParamsText: '',
      features: [],
      legends: [{ title: { text: '', color }, value: { text, color } }],
    };
  },
};

function nameOf(told: unknown): string {
  return typeof told === 'object' && told !== null && 'name' in told ? String(told.name) : '';
}

export function registerComparison(): void {
  registerIndicator(template);
}

function told(comparison: Comparison, from: number): () => Told {
  return () => ({ name: comparison.name, comparison, from });
}

/** Draws another way beside the candles, both in percent of where they stood at the left edge. */
export function compareWith(chart: Chart, paneId: string): (comparison: Comparison | undefined) => void {
  let shown: Comparison | undefined;
  let drawnFrom = -1;
  const tell = () => {
    const { from } = chart.getVisibleRange();
    if (shown === undefined || from === drawnFrom) return;
    drawnFrom = from;
    chart.overrideIndicator({ name: COMPARISON, paneId, extendData: told(shown, from) });
  };
  chart.subscribeAction('onVisibleRangeChange', tell);
  return (comparison) => {
    if (shown !== undefined) chart.removeIndicator({ name: COMPARISON });
    shown = comparison;
    drawnFrom = -1;
    chart.overrideYAxis({ paneId, name: comparison === undefined ? 'normal' : 'percentage' });
    if (comparison === undefined) return;
    const color = resolvedLook().colours.warn;
    const lines = [{ color, size: 1.5, smooth: false, style: 'solid' as const }];
    const { from } = chart.getVisibleRange();
    const extendData = told(comparison, from);
    chart.createIndicator({ name: COMPARISON, paneId, extendData, styles: { lines } }, true);
  };
}
