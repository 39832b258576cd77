import { memo } from 'react';
import { compareDecimal } from './decimal-text.ts';
import { linePath } from './line-path.ts';

export interface SparklineProps {
  /** Decimal texts, oldest first. */
  values: readonly string[];
  width?: number | undefined;
  height?: number | undefined;
  /** From the first to the last value unless told. */
  tone?: 'up' | 'down' | 'muted' | 'brand' | undefined;
}

const TONES = { up: 'text-up', down: 'text-down', muted: 'text-muted', brand: 'text-brand' } as const;

/** Decoration beside a change that says the same in words and numbers. */
export const Sparkline = memo(function Sparkline({ values, width = 56, height = 28, tone }: SparklineProps) {
  const path = linePath(values, { width, height, inset: 1.5 });
  const direction = compareDecimal(values.at(-1) ?? '0', values[0] ?? '0');
  const drawn = tone ?? (direction === 0 ? 'muted' : direction > 0 ? 'up' : 'down');
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={TONES[drawn]}
    >
      {path !== undefined && (
        <path
          d={path.line}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
});
