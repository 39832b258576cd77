import { Inbox, type LucideIcon, ShieldAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

interface StateFrameProps {
  icon: LucideIcon;
  iconClass: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status' | undefined;
}

function StateFrame({ icon, iconClass, title, children, action, role }: StateFrameProps) {
  return (
    <div role={role} className="flex flex-col items-center px-6 py-10 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${iconClass}`}>
        <Icon icon={icon} size={28} />
      </span>
      <p className="mt-4 max-w-72 text-body font-semibold text-balance">{title}</p>
      {children}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export interface EmptyStateProps {
  /** One line: what would stand here. */
  title: string;
  detail?: ReactNode;
  icon?: LucideIcon | undefined;
  /** One action: how to get something here. */
  action?: ReactNode;
}

export function EmptyState({ title, detail, icon = Inbox, action }: EmptyStateProps) {
  return (
    <StateFrame icon={icon} iconClass="bg-sunken text-muted" title={title} action={action}>
      {detail !== undefined && <p className="mt-1 max-w-72 text-small text-muted text-balance">{detail}</p>}
    </StateFrame>
  );
}

export interface ErrorStateProps {
  title: string;
  detail?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  retrying?: boolean | undefined;
  icon?: LucideIcon | undefined;
}

export function ErrorState({
  title,
  detail,
  retryLabel,
  onRetry,
  retrying,
  icon = WifiOff,
}: ErrorStateProps) {
  const retry = (
    <Button size="medium" tone="secondary" loading={retrying} onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  return (
    <StateFrame role="alert" icon={icon} iconClass="bg-danger-soft text-danger" title={title} action={retry}>
      {detail !== undefined && <p className="mt-1 max-w-72 text-small text-muted text-balance">{detail}</p>}
    </StateFrame>
  );
}

/** The same in one line, for a part of a page whose others fail with it: one trouble is told, not five. */
export function ErrorLine({
  title,
  retryLabel,
  onRetry,
  retrying,
}: Omit<ErrorStateProps, 'detail' | 'icon'>) {
  return (
    <div role="status" className="flex min-h-14 items-center gap-3 rounded-tile bg-sunken px-4 py-2">
      <Icon icon={WifiOff} size={20} className="text-danger" />
      <p className="min-w-0 grow text-small font-medium">{title}</p>
      <Button size="small" tone="quiet" className="-mr-3" loading={retrying} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}

export interface RefusedStateProps {
  /** The plain sentence of the refusal. */
  reason: string;
  /** The change to make. */
  fix?: ReactNode;
  /** For talking to support: the stable code, behind a tap. */
  detail?: ReactNode;
  /** The way to mend it: verify, sign in, deposit. */
  action?: ReactNode;
}

export function RefusedState({ reason, fix, detail, action }: RefusedStateProps) {
  return (
    <StateFrame
      role="status"
      icon={ShieldAlert}
      iconClass="bg-warn-soft text-warn"
      title={reason}
      action={action}
    >
      {fix !== undefined && <p className="mt-1 max-w-72 text-small text-muted text-balance">{fix}</p>}
      {detail}
    </StateFrame>
  );
}
