import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export interface PathLinkProps {
  /** A path inside the app that the server or a table gave, so that it is not known to the compiler. */
  href: string;
  replace?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
  onFollow?: (() => void) | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
}

/** A link for paths that come from data; for written ones use the router's `Link`, which checks them. */
export function PathLink({ href, replace = false, onFollow, children, ...props }: PathLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: href }).catch(() => undefined);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onFollow?.();
    const isForBrowser =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (isForBrowser) return;
    event.preventDefault();
    void router.navigate({ href, replace });
  };
  return (
    <a href={href} onClick={follow} onPointerEnter={preload} onTouchStart={preload} {...props}>
      {children}
    </a>
  );
}
