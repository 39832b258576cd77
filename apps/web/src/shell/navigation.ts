import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Whether a page exists in this build: what is not built is never linked to. */
export function useIsBuilt(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, pathOf(path));
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? href;
}

export const HOME_PATH = '/pages/tabbar/home';
export const LOGIN_PATH = '/pages/account/login';

/** Back, or the home tab when there is nothing to go back to. */
export function useGoBack(): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: HOME_PATH, replace: true });
  };
}

/** A place inside the app and nowhere else: what stands in an address can be written by a stranger. */
export function safeTarget(wanted: unknown): string | undefined {
  return typeof wanted === 'string' && /^\/pages\/[A-Za-z]+\/[A-Za-z]+([?#].*)?$/.test(wanted)
    ? wanted
    : undefined;
}
