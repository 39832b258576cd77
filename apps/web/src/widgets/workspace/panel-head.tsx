import type { ReactNode } from 'react';

/** The name of a panel, and what can be done with it. */
export function PanelHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3">
      <h2 className="min-w-0 grow truncate text-small font-semibold">{title}</h2>
      {children}
    </div>
  );
}
