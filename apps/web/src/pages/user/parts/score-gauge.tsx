import type { ReactNode } from 'react';

const RADIUS = 80;
const HALF_CIRCLE = Math.PI * RADIUS;
/** Where the bands of the specification begin. */
const MARKS = [60, 80] as const;

export interface ScoreGaugeProps {
  /** 0 to 100. */
  score: number;
  /** The whole, for screen readers. */
  label: string;
  children: ReactNode;
}

/** Half a circle from 0 to 100, filled up to the score, with a mark where each band begins. */
export function ScoreGauge({ score, label, children }: ScoreGaugeProps) {
  return (
    <div role="img" aria-label={label} className="relative w-56">
      <svg aria-hidden="true" viewBox="0 0 200 112" fill="none" strokeLinecap="round">
        <path d="M20 100a80 80 0 0 1 160 0" className="stroke-sunken" strokeWidth="16" />
        <path
          d="M20 100a80 80 0 0 1 160 0"
          className="stroke-brand"
          strokeWidth="16"
          strokeDasharray={`${(HALF_CIRCLE * score) / 100} ${HALF_CIRCLE * 2}`}
          opacity={score === 0 ? 0 : 1}
        />
        {MARKS.map((mark) => (
          <path
            key={mark}
            d="M8 100h24"
            strokeLinecap="butt"
            strokeWidth="2"
            className="stroke-bg"
            transform={`rotate(${(mark * 180) / 100} 100 100)`}
          />
        ))}
      </svg>
      <div aria-hidden="true" className="absolute inset-x-0 bottom-0 text-center">
        {children}
      </div>
    </div>
  );
}
