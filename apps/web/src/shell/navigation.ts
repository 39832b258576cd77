import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { isSignedIn } from '#client/session.ts';
import type { TabKey } from '#client/store.ts';
import { HOME_PATH } from '#widgets/session/target.ts';

/** Whether a page exists in this build: what is not built is never linked to. */
export function useIsBuilt(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, pathOf(path));
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? href;
}

/** The pages of the tab bar. */
export const TAB_PATHS = {
  home: HOME_PATH,
  markets: '/pages/tabbar/markets',
  trade: '/pages/tabbar/trade',
  positions: '/pages/tabbar/position',
  assets: '/pages/user/assets',
  mine: '/pages/tabbar/mine',
} as const satisfies Record<TabKey, string>;
export const WELCOME_PATH = '/pages/common/welcome';
export const LOGIN_PATH = '/pages/account/login';

/** Back, or the home tab when there is nothing to go back to. A visitor's home is the welcome page. */
export function useGoBack(): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: isSignedIn() ? HOME_PATH : WELCOME_PATH, replace: true });
  };
}
