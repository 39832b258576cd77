import type { ReactNode } from 'react';

export interface AppFrameProps {
  children: ReactNode;
  /** A thin frame in the warning colour with this word: what stands inside is practice. */
  practiceWord?: string | undefined;
  /** The trouble with the connection, in the strip at the top: it covers nothing of the page. */
  notice?: ReactNode;
}

/** The phone-wide column that everything lives in; on a desktop it stands in the middle of a calm field. */
export function AppFrame({ children, practiceWord, notice }: AppFrameProps) {
  const isPractice = practiceWord !== undefined;
  const hasNotice = notice !== undefined;
  return (
    <div
      className="app-frame"
      data-practice={isPractice ? '' : undefined}
      data-strip={isPractice || hasNotice ? '' : undefined}
    >
      <aside
        className={
          isPractice || hasNotice
            ? 'top-strip sticky top-0 z-30 bg-warn-soft px-2 text-center text-small font-semibold text-warn'
            : 'sr-only'
        }
      >
        {practiceWord}
        {isPractice && hasNotice && ' · '}
        <span role="status">{notice}</span>
      </aside>
      {children}
    </div>
  );
}

export interface PageProps {
  children: ReactNode;
  header?: ReactNode;
  /** A `BottomBar` or `TabBar`; the page leaves room for it. */
  footer?: ReactNode;
  /** No gutter at the sides, for rows and charts from edge to edge. */
  flush?: boolean | undefined;
  /**
   * Beyond the phone-wide column where the screen has room:
   * a chart beside its ticket, a workspace, an overview.
   */
  room?: 'columns' | 'workspace' | 'overview' | undefined;
}

export function Page({ children, header, footer, flush = false, room }: PageProps) {
  return (
    <>
      {header}
      <main data-room={room} className={`relative flex grow flex-col pb-6 ${flush ? '' : 'px-4'}`}>
        {children}
      </main>
      {footer}
    </>
  );
}

export interface OverviewProps {
  /** Above both, as wide as they are together. */
  top?: ReactNode;
  first: ReactNode;
  second: ReactNode;
}

/**
 * Parts of an overview in two columns from a tablet on, on a phone one below the other. Where the second is
 * false, the first one stands in a column that is read; one that is only on its way keeps its place.
 */
export function Overview({ top, first, second }: OverviewProps) {
  const isOne = second === false;
  return (
    <div
      className={`tablet:mx-auto tablet:w-full ${isOne ? 'tablet:max-w-[640px]' : 'tablet:max-w-[1120px]'}`}
    >
      {top}
      <div className={isOne ? '' : 'tablet:grid tablet:grid-cols-2 tablet:items-start'}>
        <div className="@container min-w-0">{first}</div>
        <div className="@container min-w-0">{second}</div>
      </div>
    </div>
  );
}

export interface BottomBarProps {
  children: ReactNode;
}

/** Stays at the foot of the page: Sell left, Buy right, always. */
export function BottomBar({ children }: BottomBarProps) {
  return (
    <footer className="foot safe-bottom sticky z-20 border-t border-line bg-bg px-4 pt-3">
      <div className="flex gap-3 pb-3 *:flex-1">{children}</div>
    </footer>
  );
}

export interface SectionProps {
  title: string;
  /** The "?" that explains the title, or the terms below it. */
  help?: ReactNode;
  /** A small button or link at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
  /** The children reach the edges; the title keeps its gutter. */
  flush?: boolean | undefined;
}

export function Section({ title, help, action, children, flush = false }: SectionProps) {
  return (
    <section className={`mt-6 first:mt-2 ${flush ? '' : 'px-4'}`}>
      <div className={`mb-2 flex min-h-9 items-center justify-between gap-3 ${flush ? 'px-4' : ''}`}>
        <div className="-my-1 flex min-w-0 items-center">
          <h2 className="text-heading">{title}</h2>
          {help}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
