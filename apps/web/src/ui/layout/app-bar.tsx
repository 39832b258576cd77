import type { ReactNode } from 'react';

export interface AppBarProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A menu or back `IconButton`. */
  leading?: ReactNode;
  /** One or two `IconButton`s. */
  trailing?: ReactNode;
  /** Large and left, for the tab pages; else small and in the middle. */
  large?: boolean | undefined;
  /** Stands where a large title would; the title is then for screen readers alone. */
  instead?: ReactNode;
}

export function AppBar({ title, subtitle, leading, trailing, large = false, instead }: AppBarProps) {
  if (large) {
    return (
      <header className="safe-top sticky top-(--bar-top) z-20 bg-bg">
        <div className="flex min-h-14 items-center gap-1 px-2">
          {leading}
          <h1
            className={instead === undefined ? 'shrink-0 grow px-2 text-title whitespace-nowrap' : 'sr-only'}
          >
            {title}
          </h1>
          {instead !== undefined && <div className="min-w-0 grow px-2">{instead}</div>}
          <div className="flex min-w-0">{trailing}</div>
        </div>
      </header>
    );
  }
  return (
    <header className="safe-top sticky top-(--bar-top) z-20 bg-bg">
      <div className="grid min-h-12 grid-cols-[minmax(max-content,1fr)_minmax(0,auto)_minmax(max-content,1fr)] items-center px-2">
        <div className="flex min-w-12">{leading}</div>
        <div className="min-w-0 text-center">
          {/* Two lines are as high as the bar: a long title is read whole on the narrowest phone. */}
          <h1 className="line-clamp-2 text-heading text-balance wrap-anywhere">{title}</h1>
          {subtitle !== undefined && <p className="truncate text-small text-muted">{subtitle}</p>}
        </div>
        <div className="flex min-w-12 justify-end">{trailing}</div>
      </div>
    </header>
  );
}
