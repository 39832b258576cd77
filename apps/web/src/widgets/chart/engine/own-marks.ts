import { type Chart, type OverlayTemplate, registerOverlay } from 'klinecharts';
import { resolvedLook } from '#ui/theme.ts';

/** A price at which an own order waits. */
export interface OrderLine {
  readonly id: string;
  readonly price: number;
  readonly side: 'buy' | 'sell';
  /** As it stands on the axis. */
  readonly text: string;
  /** Told at each drawing: where the line lies, or nothing when it is out of sight. */
  readonly onPlace: (y: number | undefined) => void;
}

/** Something that happened at a candle: an own fill, or an act of the company. */
export interface Mark {
  readonly id: string;
  readonly atMs: number;
  readonly kind: 'buy' | 'sell' | 'action';
  /** One or two letters. */
  readonly text: string;
}

const LINES = 'ownLines';
const MARKS = 'ownMarks';
const MARK_RADIUS = 8;

const orderLine: OverlayTemplate<OrderLine> = {
  name: 'orderLine',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const y = coordinates[0]?.y;
    const isSeen = y !== undefined && y >= 0 && y <= bounding.height;
    overlay.extendData.onPlace(isSeen ? y : undefined);
    if (y === undefined) return [];
    const color = sideColour(overlay.extendData.side);
    const attrs = {
      coordinates: [
        { x: 0, y },
        { x: bounding.width, y },
      ],
    };
    return [
      { type: 'line', attrs, styles: { color, style: 'dashed', dashedValue: [6, 3] }, ignoreEvent: true },
    ];
  },
  createYAxisFigures: ({ overlay, coordinates, bounding }) => {
    const y = coordinates[0]?.y;
    if (y === undefined) return [];
    const { colours, fontFamily: family } = resolvedLook();
    const isBuy = overlay.extendData.side === 'buy';
    const color = isBuy ? colours['on-up'] : colours['on-down'];
    const styles = {
      ...{ color, family, size: 11, weight: 600, borderRadius: 4, borderSize: 0 },
      ...{ paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 },
      backgroundColor: sideColour(overlay.extendData.side),
    };
    const attrs = { x: bounding.width, y, text: overlay.extendData.text, align: 'right', baseline: 'middle' };
    return [{ type: 'text', attrs, styles, ignoreEvent: true }];
  },
};

const mark: OverlayTemplate<Mark> = {
  name: 'ownMark',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const [at] = coordinates;
    if (at === undefined) return [];
    const { kind, text } = overlay.extendData;
    const { colours, fontFamily: family } = resolvedLook();
    const place = { buy: at.y + 16, sell: at.y - 16, action: bounding.height - 12 }[kind];
    const fill = { buy: colours.up, sell: colours.down, action: colours.brand }[kind];
    const color = { buy: colours['on-up'], sell: colours['on-down'], action: colours['on-brand'] }[kind];
    const letter = { family, size: 10, weight: 700, color, backgroundColor: 'transparent', borderSize: 0 };
    const flat = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 };
    return [
      {
        type: 'circle',
        attrs: { x: at.x, y: place, r: MARK_RADIUS },
        styles: { style: 'fill', color: fill },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: at.x, y: place, text, align: 'center', baseline: 'middle' },
        styles: { ...letter, ...flat },
        ignoreEvent: true,
      },
    ];
  },
};

function sideColour(side: 'buy' | 'sell'): string {
  const { colours } = resolvedLook();
  return side === 'buy' ? colours.up : colours.down;
}

export function registerOwnMarks(): void {
  registerOverlay(orderLine);
  registerOverlay(mark);
}

export function drawLines(chart: Chart, paneId: string, lines: readonly OrderLine[]): void {
  chart.removeOverlay({ groupId: LINES });
  for (const line of lines) {
    const points = [{ value: line.price }];
    chart.createOverlay({
      name: 'orderLine',
      id: line.id,
      groupId: LINES,
      paneId,
      points,
      lock: true,
      extendData: line,
    });
  }
}

/** Moves a line that a hand holds; its order is as it was. */
export function moveLine(chart: Chart, line: OrderLine): void {
  chart.overrideOverlay({ id: line.id, points: [{ value: line.price }], extendData: line });
}

/** Each mark at the candle in which it happened; what lies outside of the candles is not drawn. */
export function drawMarks(chart: Chart, paneId: string, marks: readonly Mark[]): void {
  chart.removeOverlay({ groupId: MARKS });
  const bars = chart.getDataList();
  const last = bars.at(-1);
  for (const one of marks) {
    const bar = bars.findLast(({ timestamp }) => timestamp <= one.atMs);
    const isFuture = last === undefined || (bar === last && one.kind === 'action' && one.atMs > Date.now());
    if (bar === undefined || isFuture) continue;
    const value = one.kind === 'sell' ? bar.high : bar.low;
    const points = [{ timestamp: bar.timestamp, value }];
    chart.createOverlay({
      name: 'ownMark',
      id: one.id,
      groupId: MARKS,
      paneId,
      points,
      lock: true,
      extendData: one,
    });
  }
}
