import type { KeyboardEvent, PointerEvent } from 'react';
import { FilledLine } from '#ui/numbers/filled-line.tsx';
import { linePath } from '#ui/numbers/line-path.ts';

export interface CurveProps {
  /** Decimal texts, oldest first. */
  values: readonly string[];
  /** The line in a sentence: it stands in for the picture. */
  summary: string;
  /** Sentence of the chosen point. */
  chosenText: string | undefined;
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
  tone: keyof typeof TONES;
}

const WIDTH = 360;
const HEIGHT = 180;
const BOX = { width: WIDTH, height: HEIGHT, inset: 6, spanLeast: 0.01 };
const TONES = { up: 'text-up', down: 'text-down', muted: 'text-muted' } as const;

/** A line over a soft fill from edge to edge. A finger or the arrow keys choose a point of it. */
export function Curve({ values, summary, chosenText, chosen, onChoose, tone }: CurveProps) {
  const path = linePath(values, BOX);
  const last = values.length - 1;
  const point = chosen === undefined ? undefined : path?.points[chosen];
  const chooseAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / Math.max(1, width);
    onChoose(Math.max(0, Math.min(last, Math.round(part * last))));
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onChoose(Math.max(0, Math.min(last, (chosen ?? last) + by)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={chosen ?? Math.max(0, last)}
      aria-valuetext={chosenText}
      className={`relative touch-pan-y ${TONES[tone]}`}
      onPointerDown={chooseAt}
      onPointerMove={chooseAt}
      onPointerLeave={() => onChoose(undefined)}
      onPointerUp={(event) => event.pointerType !== 'mouse' && onChoose(undefined)}
      onPointerCancel={() => onChoose(undefined)}
      onBlur={() => onChoose(undefined)}
      onKeyDown={step}
    >
      <FilledLine path={path} width={WIDTH} height={HEIGHT} />
      {point !== undefined && <Marker x={point[0]} y={point[1]} />}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -10_000,
  End: 10_000,
};

/** Beside the picture, because that one is stretched to the width of the page. */
function Marker({ x, y }: { x: number; y: number }) {
  const left = `${(x / WIDTH) * 100}%`;
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left }} />
      <span
        className="absolute size-3 -translate-1/2 rounded-full border-2 border-bg bg-current"
        style={{ left, top: `${(y / HEIGHT) * 100}%` }}
      />
    </span>
  );
}
