/** The library's own names, as the spec stores them. NONE leaves the pane free. */
export const MAIN_INDICATORS = ['SMA', 'MA', 'EMA', 'BOLL', 'BBI', 'SAR', 'AVP', 'NONE'] as const;
export const SUB_INDICATORS = [
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'OBV',
  'CCI',
  'DMI',
  'WR',
  'ROC',
  'MTM',
  'BIAS',
  'BRAR',
  'CR',
  'PSY',
  'DMA',
  'TRIX',
  'VR',
  'EMV',
  'AO',
  'PVT',
  'NONE',
] as const;

export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type SubIndicator = (typeof SUB_INDICATORS)[number];

export function mainIndicatorOf(stored: string): MainIndicator {
  return MAIN_INDICATORS.find((name) => name === stored) ?? 'SMA';
}

export function subIndicatorOf(stored: string): SubIndicator {
  return SUB_INDICATORS.find((name) => name === stored) ?? 'VOL';
}

export const DRAWINGS = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'priceLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'brush',
] as const;

export type Drawing = (typeof DRAWINGS)[number];
