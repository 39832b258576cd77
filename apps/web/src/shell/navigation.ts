import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { HOME_PATH } from '#widgets/session/target.ts';

/** Whether a page exists in this build: what is not built is never linked to. */
export function useIsBuilt(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, pathOf(path));
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? href;
}

export const WELCOME_PATH = '/pages/common/welcome';
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
