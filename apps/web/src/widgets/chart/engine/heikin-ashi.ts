import { type IndicatorTemplate, registerIndicator } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';
import { type Average, heikinAshi } from './drawn-bars.ts';

/** Drawn as an indicator, so that axis, legend and last price stay those of the market. */
const template: IndicatorTemplate<Average> = {
  name: 'HEIKIN_ASHI',
  shortName: 'Heikin-Ashi',
  series: 'price',
  calcParams: [],
  figures: [{ key: 'high' }, { key: 'low' }],
  calc: (bars) => heikinAshi(bars),
  draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const { from, to } = chart.getVisibleRange();
    const { halfGapBar, gapBar } = chart.getBarSpace();
    const { colours } = resolvedLook();
    for (let index = from; index < to; index += 1) {
      const average = indicator.result[index];
      if (average === undefined) continue;
      const x = xAxis.convertToPixel(index);
      const [top, bottom] = [Math.max(average.open, average.close), Math.min(average.open, average.close)];
      const [high, low] = [yAxis.convertToPixel(average.high), yAxis.convertToPixel(average.low)];
      const bodyTop = yAxis.convertToPixel(top);
      ctx.fillStyle = average.close >= average.open ? colours.up : colours.down;
      ctx.fillRect(Math.round(x) - 0.5, high, 1, low - high);
      ctx.fillRect(x - halfGapBar, bodyTop, gapBar, Math.max(1, yAxis.convertToPixel(bottom) - bodyTop));
    }
    return true;
  },
};

export function registerHeikinAshi(): void {
  registerIndicator(template);
}
