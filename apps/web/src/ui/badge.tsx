import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Icon } from './icon.tsx';

export type BadgeTone = 'neutral' | 'brand' | 'good' | 'warn' | 'danger' | 'up' | 'down';

export interface BadgeProps {
  children: string;
  tone?: BadgeTone | undefined;
  icon?: LucideIcon | undefined;
}

const TONES: Readonly<Record<BadgeTone, string>> = {
  // On a tile of the same colour it would be no badge any more.
  neutral: 'bg-sunken text-muted in-[.bg-sunken]:bg-raised',
  brand: 'bg-brand-soft text-brand',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
};

/** A word about a state: Verified, Simulated, Demo, Resting. */
export const Badge = memo(function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full items-center gap-1 rounded-full px-2.5 text-left text-small font-medium text-balance ${TONES[tone]}`}
    >
      {icon !== undefined && <Icon icon={icon} size={14} className="shrink-0" />}
      <span className="min-w-0">{children}</span>
    </span>
  );
});

export interface CountBadgeProps {
  /** Nothing is shown for 0; "99+" from 100. */
  count: number;
  /** "3 unread": what screen readers say. */
  label: string;
}

export function CountBadge({ count, label }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className="number inline-grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1.5 text-micro text-on-danger">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
