import type { ReactNode } from 'react';
import { toPixels } from './decimal-text.ts';

export interface DepthBarProps {
  side: 'buy' | 'sell';
  /** Decimal texts: this level's quantity and the largest one in sight. */
  quantity: string;
  quantityMax: string;
  /** The row's content over the bar. */
  children: ReactNode;
}

/**
 * One level of the book: a soft bar behind the numbers that
 * grows with what waits there, from the middle outwards.
 */
export function DepthBar({ side, quantity, quantityMax, children }: DepthBarProps) {
  const most = toPixels(quantityMax);
  const share = most === 0 ? 0 : Math.min(1, toPixels(quantity) / most);
  return (
    <div className="relative">
      <div
        aria-hidden="true"
        className={`absolute inset-y-0 w-full ${side === 'buy' ? 'right-0 origin-right bg-up-soft' : 'left-0 origin-left bg-down-soft'}`}
        style={{ transform: `scaleX(${share})` }}
      />
      <div className="relative">{children}</div>
    </div>
  );
}

export interface RatioBarProps {
  /** 0 to 1: the share of the left, buying side. */
  buyShare: number;
  buyLabel: ReactNode;
  sellLabel: ReactNode;
  summary: string;
}

/** The side that waits with more: the buyers' share left, the sellers' right. */
export function RatioBar({ buyShare, buyLabel, sellLabel, summary }: RatioBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, buyShare)) * 100);
  return (
    <div>
      <div className="mb-1 flex justify-between text-small font-semibold">
        <span className="text-up">{buyLabel}</span>
        <span className="text-down">{sellLabel}</span>
      </div>
      <div role="img" aria-label={summary} className="flex h-1.5 gap-0.5 overflow-hidden rounded-full">
        <div className="rounded-full bg-up" style={{ width: `${percent}%` }} />
        <div className="grow rounded-full bg-down" />
      </div>
    </div>
  );
}
