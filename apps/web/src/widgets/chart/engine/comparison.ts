import { type Chart, type IndicatorTemplate, registerIndicator } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';
import { type BarsShown, type Comparison, comparedPoints, isReplaced, type Point } from './drawn-bars.ts';
import { figureOf, type Legend, type ValuesOf } from './legend.ts';

export const COMPARISON = 'COMPARISON';

// The library copies what it is given, and would make a plain object of a map: it is given a function.
const template: IndicatorTemplate<Point, unknown, (() => BarsShown) | undefined> = {
  name: COMPARISON,
  series: 'price',
  calcParams: [],
  figures: [{ key: 'compare', type: 'line' }],
  calc: (bars, { extendData }) => (extendData === undefined ? [] : comparedPoints(bars, extendData())),
  shouldUpdate: isReplaced,
};

/** How far it has gone since the left edge. */
const percentGone: ValuesOf = ({ indicator, crosshair }) => {
  const percents = indicator.result.map((point) => figureOf(point, 'percent'));
  const percent = percents[crosshair.dataIndex ?? -1] ?? percents.findLast((one) => one !== undefined);
  if (percent === undefined) return [];
  const text = `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent).toFixed(2)}%`;
  return [{ text, color: resolvedLook().colours.warn }];
};

export function registerComparison(): void {
  registerIndicator(template);
}

function told(comparison: Comparison, from: number): () => BarsShown {
  return () => ({ name: comparison.name, comparison, from });
}

/** Draws another way beside the candles, both in percent of where they stood at the left edge. */
export function compareWith(
  chart: Chart,
  paneId: string,
  legend: Legend,
): (comparison: Comparison | undefined) => void {
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
    if (comparison === undefined) return legend.forget(COMPARISON);
    const createTooltipDataSource = legend.sourceOf(COMPARISON, comparison.name, percentGone);
    const color = resolvedLook().colours.warn;
    const lines = [{ color, size: 1.5, smooth: false, style: 'solid' as const }];
    const { from } = chart.getVisibleRange();
    const extendData = told(comparison, from);
    chart.createIndicator(
      { name: COMPARISON, paneId, extendData, styles: { lines }, createTooltipDataSource },
      true,
    );
  };
}
