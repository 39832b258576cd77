import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

export interface IconProps {
  icon: LucideIcon;
  /** In px; 24 by default. */
  size?: number | undefined;
  /** Name for screen readers; without it the icon is decoration. */
  label?: string | undefined;
  filled?: boolean | undefined;
  className?: string | undefined;
}

/** The only place where a stroke width is chosen. */
export const Icon = memo(function Icon({
  icon: Drawing,
  size = 24,
  label,
  filled = false,
  className,
}: IconProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      fill={filled ? 'currentColor' : 'none'}
      className={`shrink-0 ${className ?? ''}`}
      {...spoken}
    />
  );
});
