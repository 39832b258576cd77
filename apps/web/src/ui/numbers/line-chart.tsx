import { compareDecimal } from './decimal-text.ts';
import { FilledLine } from './filled-line.tsx';
import { linePath } from './line-path.ts';

export interface LineChartProps {
  /** Decimal texts, oldest first; two thousand at most. */
  values: readonly string[];
  /** The line in a sentence: it stands in for the picture. */
  summary: string;
  height?: number | undefined;
  tone?: 'up' | 'down' | 'brand' | undefined;
  /** Labels at the two ends of the time axis. */
  ends?: readonly [from: string, until: string] | undefined;
}

const WIDTH = 360;
const TONES = { up: 'text-up', down: 'text-down', brand: 'text-brand' } as const;

/** A line over a soft fill: equity, a past average, profit by day. Candles are the chart widget's work. */
export function LineChart({ values, summary, height = 160, tone, ends }: LineChartProps) {
  const path = linePath(values, { width: WIDTH, height, inset: 2 });
  const isUp = compareDecimal(values.at(-1) ?? '0', values[0] ?? '0') >= 0;
  return (
    <figure className={TONES[tone ?? (isUp ? 'up' : 'down')]}>
      <FilledLine summary={summary} path={path} width={WIDTH} height={height} />
      {ends !== undefined && (
        <figcaption className="number mt-1 flex justify-between text-small text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </figcaption>
      )}
    </figure>
  );
}
