import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';

export type NoticeTone = 'info' | 'good' | 'warn' | 'danger';

export interface NoticeProps {
  tone?: NoticeTone | undefined;
  title?: string | undefined;
  children?: ReactNode;
  /** A small `Button` or a link. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  dismissLabel?: string | undefined;
  /** Read out at once when it appears. */
  live?: boolean | undefined;
}

const TONES = {
  info: { icon: Info, colours: 'bg-brand-soft', ink: 'text-brand' },
  good: { icon: CircleCheck, colours: 'bg-good-soft', ink: 'text-good' },
  warn: { icon: TriangleAlert, colours: 'bg-warn-soft', ink: 'text-warn' },
  danger: { icon: CircleAlert, colours: 'bg-danger-soft', ink: 'text-danger' },
} as const;

/** A message that stays where it stands: market closed, a hold with its reason, a stale price. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  dismissLabel,
  live = false,
}: NoticeProps) {
  const { icon, colours, ink } = TONES[tone];
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded-tile p-4 ${colours}`}
    >
      <Icon icon={icon} size={20} className={ink} />
      <div className="min-w-0 grow">
        {title !== undefined && <p className="text-body font-semibold">{title}</p>}
        {children !== undefined && <div className="text-small">{children}</div>}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
      {onDismiss !== undefined && (
        <IconButton icon={X} label={dismissLabel ?? ''} tone="muted" className="-m-2.5" onClick={onDismiss} />
      )}
    </div>
  );
}
