import type { DeepPartial, OverlayStyle, Styles } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';
import type { ChartSettings } from '#widgets/chart/chart-settings.ts';

/** A colour of the theme with an alpha of its own. */
function tinted(colour: string, alpha: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}${alpha}` : colour;
}

function barColours(up: string, down: string, muted: string) {
  return {
    ...{ upColor: up, upBorderColor: up, upWickColor: up },
    ...{ downColor: down, downBorderColor: down, downWickColor: down },
    ...{ noChangeColor: muted, noChangeBorderColor: muted, noChangeWickColor: muted },
  };
}

/** Candles that are not seen, because averages are drawn in their place. */
function sameColours(colour: string) {
  return barColours(colour, colour, colour);
}

/** A colour of the theme, seen through: volume bars stand behind what matters more. */
function faded(colour: string): string {
  return tinted(colour, '80');
}

/**
 * The canvas reads no style sheet: every colour and font
 * of it is said here, again after each change of the look.
 */
export function chartStyles(look?: Pick<ChartSettings, 'kind'>): DeepPartial<Styles> {
  const { colours, fontFamily: family } = resolvedLook();
  const { up, down, muted, brand, line } = colours;
  const change = { upColor: up, downColor: down, noChangeColor: muted };
  const text = { family, size: 11, weight: 500, color: muted };
  const tag = { ...text, borderRadius: 4, paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 };
  const crosshairTag = { ...tag, color: colours.bg, backgroundColor: colours.ink, borderColor: colours.ink };
  const crosshairLine = { color: colours['line-strong'], size: 1, dashedValue: [3, 3] };
  const lineColours = [brand, colours.warn, up, down, muted];
  const kind = look?.kind ?? 'candles';
  const candleColours = kind === 'heikinAshi' ? sameColours('transparent') : barColours(up, down, muted);
  return {
    grid: { horizontal: { color: line, size: 1, style: 'solid' }, vertical: { show: false } },
    candle: {
      type: kind === 'line' || kind === 'area' ? 'area' : 'candle_solid',
      bar: candleColours,
      area: {
        lineColor: brand,
        lineSize: 2,
        value: 'close',
        smooth: false,
        point: { show: false },
        backgroundColor: [
          { offset: 0, color: kind === 'line' ? 'transparent' : tinted(brand, '05') },
          { offset: 1, color: kind === 'line' ? 'transparent' : tinted(brand, '40') },
        ],
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
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: change,
      bars: [{ upColor: faded(up), downColor: faded(down), noChangeColor: faded(muted) }],
      lines: lineColours.map((color) => ({ color, size: 1.5, smooth: false })),
      circles: [change],
      tooltip: {
        showRule: 'always',
        title: text,
        legend: text,
        offsetTop: 6,
        offsetLeft: 8,
        features: [],
      },
    },
    xAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    separator: { color: line, size: 1, activeBackgroundColor: faded(line) },
    crosshair: {
      horizontal: { line: crosshairLine, text: crosshairTag, features: [] },
      vertical: { line: crosshairLine, text: crosshairTag },
    },
    overlay: overlayStyles(tag),
  };
}

/** Drawings of a person's own. */
function overlayStyles(tag: { family: string; size: number; weight: number }): DeepPartial<OverlayStyle> {
  const { colours } = resolvedLook();
  const { brand } = colours;
  return {
    point: { color: brand, borderColor: faded(brand), activeColor: brand, activeBorderColor: faded(brand) },
    line: { color: brand, size: 1.5 },
    rect: { color: faded(brand), borderColor: brand },
    polygon: { color: faded(brand), borderColor: brand },
    text: { ...tag, color: colours['on-brand'], backgroundColor: brand, borderColor: brand },
  };
}
