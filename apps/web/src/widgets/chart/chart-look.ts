import type { DeepPartial, Styles } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';

/** A colour of the theme, seen through: volume bars stand behind what matters more. */
function faded(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}80` : colour;
}

/**
 * The canvas reads no style sheet: every colour and font
 * of it is said here, again after each change of the look.
 */
export function chartStyles(): DeepPartial<Styles> {
  const { colours, fontFamily: family } = resolvedLook();
  const { up, down, muted, brand, line } = colours;
  const change = { upColor: up, downColor: down, noChangeColor: muted };
  const text = { family, size: 11, weight: 500, color: muted };
  const tag = { ...text, borderRadius: 4, paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 };
  const crosshairTag = { ...tag, color: colours.bg, backgroundColor: colours.ink, borderColor: colours.ink };
  const crosshairLine = { color: colours['line-strong'], size: 1, dashedValue: [3, 3] };
  const lineColours = [brand, colours.warn, up, down, muted];
  return {
    grid: { horizontal: { color: line, size: 1, style: 'solid' }, vertical: { show: false } },
    candle: {
      bar: {
        ...change,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: muted,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: muted,
      },
      priceMark: {
        high: { color: muted, textFamily: family, textSize: 11 },
        low: { color: muted, textFamily: family, textSize: 11 },
        last: {
          ...change,
          line: { dashedValue: [3, 3] },
          text: { ...tag, color: colours['on-brand'], borderSize: 0 },
          extendTexts: [],
        },
      },
      tooltip: {
        showRule: 'follow_cross',
        offsetTop: 6,
        title: { show: false },
        legend: { ...text, color: colours.ink },
      },
    },
    indicator: {
      ohlc: change,
      bars: [{ upColor: faded(up), downColor: faded(down), noChangeColor: faded(muted) }],
      lines: lineColours.map((color) => ({ color, size: 1.5, smooth: false })),
      circles: [change],
      tooltip: { title: text, legend: text, offsetTop: 6, features: [] },
    },
    xAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    separator: { color: line, size: 1, activeBackgroundColor: faded(line) },
    crosshair: {
      horizontal: { line: crosshairLine, text: crosshairTag, features: [] },
      vertical: { line: crosshairLine, text: crosshairTag },
    },
    overlay: {
      point: { color: brand, borderColor: faded(brand), activeColor: brand, activeBorderColor: faded(brand) },
      line: { color: brand, size: 1.5 },
      rect: { color: faded(brand), borderColor: brand },
      polygon: { color: faded(brand), borderColor: brand },
      text: { ...tag, color: colours['on-brand'], backgroundColor: brand, borderColor: brand },
    },
  };
}
