import { useId } from 'react';
import type { LinePath } from './line-path.ts';

export interface FilledLineProps {
  /** The line in a sentence, where it is not said beside the picture. */
  summary?: string | undefined;
  /** Nothing is drawn without one; the room stays. */
  path: LinePath | undefined;
  /** The width of the box in which the path was made; stretched to that of its place. */
  width: number;
  /** In px. */
  height: number;
}

/** A line over a soft fill, both in the text's colour. */
export function FilledLine({ summary, path, width, height }: FilledLineProps) {
  const gradient = useId();
  return (
    <svg
      role="img"
      aria-label={summary}
      aria-hidden={summary === undefined}
      viewBox={`0 0 ${width} ${height}`}
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
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}
