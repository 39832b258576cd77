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

export function mainIndicatorOf(stored: unknown): MainIndicator | undefined {
  return MAIN_INDICATORS.find((name) => name === stored);
}

export function subIndicatorOf(stored: unknown): SubIndicator | undefined {
  return SUB_INDICATORS.find((name) => name === stored);
}

/** The parameters with which an indicator begins, as the library has them; what is not listed has none. */
const PARAMS: Readonly<Partial<Record<MainIndicator | SubIndicator, readonly number[]>>> = {
  SMA: [12, 2],
  MA: [5, 10, 30, 60],
  EMA: [6, 12, 20],
  BOLL: [20, 2],
  BBI: [3, 6, 12, 24],
  SAR: [2, 2, 20],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
  OBV: [30],
  CCI: [20],
  DMI: [14, 6],
  WR: [6, 10, 14],
  ROC: [12, 6],
  MTM: [12, 6],
  BIAS: [6, 12, 24],
  BRAR: [26],
  CR: [26, 10, 20, 40, 60],
  PSY: [12, 6],
  DMA: [10, 50, 10],
  TRIX: [12, 9],
  VR: [26, 6],
  EMV: [14, 9],
  AO: [5, 34],
};

/** Beyond this a parameter asks for more candles than a page of them has. */
export const PARAM_MAX = 300;

export function paramsOf(name: MainIndicator | SubIndicator): readonly number[] {
  return PARAMS[name] ?? [];
}

export function isParam(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= PARAM_MAX;
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
