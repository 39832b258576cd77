import type { ReactNode } from 'react';

export interface SkeletonGroupProps {
  /** "Loading": said once, for all shapes inside. */
  label: string;
  children: ReactNode;
}

/** Wraps the shapes of a page that loads, so that screen readers hear one word and not a silence. */
export function SkeletonGroup({ label, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-shimmer">
        {children}
      </div>
    </div>
  );
}

export interface SkeletonTextProps {
  lines?: number | undefined;
}

export function SkeletonText({ lines = 1 }: SkeletonTextProps) {
  return (
    <div className="flex flex-col gap-2">
      {times(lines).map((line) => (
        <div key={line} className="h-4 rounded-chip bg-sunken last:not-first:w-3/5" />
      ))}
    </div>
  );
}

export interface SkeletonRowsProps {
  count?: number | undefined;
  compact?: boolean | undefined;
}

/** As tall as the rows that will stand here: nothing jumps when they come. */
export function SkeletonRows({ count = 6, compact = false }: SkeletonRowsProps) {
  return (
    <div>
      {times(count).map((row) => (
        <div key={row} className={`flex items-center gap-3 px-4 ${compact ? 'h-14' : 'h-16'}`}>
          <div className="size-10 shrink-0 rounded-full bg-sunken" />
          <div className="flex grow flex-col gap-2">
            <div className="h-4 w-24 rounded-chip bg-sunken" />
            <div className="h-3 w-32 rounded-chip bg-sunken" />
          </div>
          <div className="flex flex-col items-end gap-2">
            <div className="h-4 w-16 rounded-chip bg-sunken" />
            <div className="h-3 w-12 rounded-chip bg-sunken" />
          </div>
        </div>
      ))}
    </div>
  );
}

export interface SkeletonTileProps {
  /** In px; as the tile will be. */
  height?: number | undefined;
}

export function SkeletonTile({ height = 96 }: SkeletonTileProps) {
  return <div className="rounded-tile bg-sunken" style={{ height }} />;
}

const BARS = [38, 52, 45, 60, 72, 66, 80, 74, 58, 64, 50, 42, 55, 68, 76, 70] as const;

export interface SkeletonChartProps {
  height?: number | undefined;
}

export function SkeletonChart({ height = 340 }: SkeletonChartProps) {
  return (
    <div className="flex items-end gap-2 px-4 pb-6" style={{ height }}>
      {BARS.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move.
        <div key={index} className="grow rounded-tag bg-sunken" style={{ height: `${share}%` }} />
      ))}
    </div>
  );
}

function times(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
