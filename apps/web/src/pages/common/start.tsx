import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readLoginInfo } from '#client/login-info.ts';
import { callQuery, queryClient } from '#client/query.ts';
import { isSignedIn } from '#client/session.ts';
import { languageSlice, systemRouterSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TAB_PATHS, WELCOME_PATH } from '#shell/navigation.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';

/** The splash never holds anybody up: what has not answered by then is read by the pages themselves. */
const LONGEST_MS = 1200;

/** Restores the session, loads the public settings, and goes on: language first where none was chosen. */
export default function StartPage() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  useEffect(() => {
    let isLeft = false;
    const to = firstPath();
    void router.preloadRoute({ to }).catch(() => undefined);
    const restored = Promise.all([readLoginInfo(), queryClient.prefetchQuery(callQuery('props', {}))]);
    const longest = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
    void Promise.race([restored, longest]).then(() => {
      // A session may have ended meanwhile.
      if (!isLeft && isStart(router.state.location.pathname))
        void router.navigate({ to: firstPath(), replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [router]);
  return (
    <main className="flex min-h-dvh grow flex-col items-center justify-center gap-6">
      <img src="/mark.svg" alt="" width="88" height="88" />
      <h1 className="text-title">Tarazu</h1>
      <Spinner label={t('loading')} />
    </main>
  );
}

/** Language first; then the tab of the last visit for who is signed in, and the welcome for a visitor. */
function firstPath(): string {
  if (languageSlice.get() === '') return '/pages/common/lang';
  return isSignedIn() ? TAB_PATHS[systemRouterSlice.get()] : WELCOME_PATH;
}

/** The session may have ended meanwhile, and the app be on its way to the login page. */
function isStart(path: string): boolean {
  return path === '/' || path === '/pages/common/start';
}
