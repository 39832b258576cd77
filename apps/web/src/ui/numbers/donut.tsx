import type { ReactNode } from 'react';
import { hueOf } from '#ui/initials-disc.tsx';
import { toPixels } from './decimal-text.ts';

export interface DonutPart {
  key: string;
  label: string;
  /** Decimal text, zero or more; only its share of the ring is made of it. */
  value: string;
  /** The value as it is read in the legend. */
  shown: ReactNode;
}

export interface DonutProps {
  parts: readonly DonutPart[];
  /** Stands in the middle: the total. */
  children?: ReactNode;
  /** The ring in a sentence, for screen readers; the legend has the numbers. */
  summary: string;
  size?: number | undefined;
}

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;
const GAP = 3;

export function Donut({ parts, children, summary, size = 168 }: DonutProps) {
  const arcs = arcsOf(parts);
  return (
    <div className="flex flex-wrap items-center justify-center gap-6">
      <div className="relative grid place-items-center" style={{ width: size, height: size }}>
        <svg role="img" aria-label={summary} viewBox="0 0 100 100" className="absolute inset-0 -rotate-90">
          <circle cx="50" cy="50" r={RADIUS} fill="none" strokeWidth={12} className="stroke-sunken" />
          {arcs.map((arc) => (
            <circle
              key={arc.key}
              cx="50"
              cy="50"
              r={RADIUS}
              fill="none"
              stroke="currentColor"
              strokeWidth={12}
              strokeDasharray={`${arc.length} ${ROUND}`}
              strokeDashoffset={-arc.start}
              className="disc-art"
              style={{ '--hue': arc.hue }}
            />
          ))}
        </svg>
        <div className="relative max-w-[64%] text-center">{children}</div>
      </div>
      <ul className="min-w-40 grow">
        {parts.map((part, index) => (
          <li key={part.key} className="flex min-h-9 items-center gap-2 text-body">
            <span
              aria-hidden="true"
              className="disc-art size-2.5 shrink-0 rounded-full bg-current"
              style={{ '--hue': hueAt(index, part.key) }}
            />
            <span className="min-w-0 grow text-muted">{part.label}</span>
            <span className="font-semibold">{part.shown}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Neighbours in a ring must differ, so the first six
 * colours are dealt in turn; only more than six are hashed.
 */
const RING_HUES = [262, 165, 60, 320, 210, 25] as const;

function hueAt(index: number, key: string): number {
  return RING_HUES[index] ?? hueOf(key);
}

function arcsOf(parts: readonly DonutPart[]) {
  const sizes = parts.map((part) => Math.max(0, toPixels(part.value)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let start = 0;
  return parts.flatMap((part, index) => {
    const share = total === 0 ? 0 : (sizes[index] ?? 0) / total;
    const arc = {
      key: part.key,
      start,
      length: Math.max(0, share * ROUND - (share < 1 ? GAP : 0)),
      hue: hueAt(index, part.key),
    };
    start += share * ROUND;
    return share === 0 ? [] : [arc];
  });
}
