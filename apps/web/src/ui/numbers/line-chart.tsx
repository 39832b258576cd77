import { useId } from 'react';
import { compareDecimal } from './decimal-text.ts';
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
  const gradient = useId();
  const path = linePath(values, { width: WIDTH, height, inset: 2 });
  const isUp = compareDecimal(values.at(-1) ?? '0', values[0] ?? '0') >= 0;
  return (
    <figure className={TONES[tone ?? (isUp ? 'up' : 'down')]}>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="block w-full"
        style={{ height }}
      >
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity={0.18} />
          <stop offset="1" stopColor="currentColor" stopOpacity={0} />
        </linearGradient>
        {path !== undefined && (
          <>
            <path d={path.area} fill={`url(#${gradient})`} />
            <path
              d={path.line}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </>
        )}
      </svg>
      {ends !== undefined && (
        <figcaption className="number mt-1 flex justify-between text-small text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </figcaption>
      )}
    </figure>
  );
}
