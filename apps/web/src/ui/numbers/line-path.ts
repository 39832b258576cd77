import { toPixels } from './decimal-text.ts';

export interface LinePath {
  line: string;
  /** The line closed along the foot, for a fill. */
  area: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface LineBox {
  width: number;
  height: number;
  inset: number;
  /** The least that the height stands for, as a share of the highest value: a hair's breadth stays one. */
  spanLeast?: number;
}

/**
 * Decimal texts as an SVG path, in pixels alone: the texts stay exact. Level series run through the middle.
 */
export function linePath(values: readonly string[], box: LineBox): LinePath | undefined {
  const heights = values.map(toPixels);
  if (heights.length < 2) return undefined;
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const spread = highest - lowest;
  const range = Math.max(spread, Math.abs(highest) * (box.spanLeast ?? 0));
  const low = lowest - (range - spread) / 2;
  const inner = box.height - 2 * box.inset;
  const points = heights.map((height, index) => {
    const x = (index / (heights.length - 1)) * (box.width - 2 * box.inset) + box.inset;
    const y = range === 0 ? box.height / 2 : box.inset + inner - ((height - low) / range) * inner;
    return [Math.round(x * 100) / 100, Math.round(y * 100) / 100] as const;
  });
  const line = `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`;
  const [first, last] = [points[0], points.at(-1)];
  const area = `${line}L${last?.[0] ?? 0} ${box.height}L${first?.[0] ?? 0} ${box.height}Z`;
  return { line, area, points };
}
