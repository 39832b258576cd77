import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useOwnChanges } from '#client/hooks.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { AppFrame } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { useConnectionNotice } from './connection-notice.tsx';
import { useDrawer } from './drawer-state.ts';
import { ShellTabBar, useIsTabPage } from './shell-tab-bar.tsx';

const SideMenu = lazy(async () => ({ default: (await import('./side-menu.tsx')).SideMenu }));

/** Pages on which nobody goes anywhere else yet. */
const BEFORE_THE_APP = /^\/(pages\/(account\/.*|common\/(start|lang|welcome)))?$/;
/** Pages that visitors read, too. */
const FOR_ALL = /^\/pages\/common\//;

/** The frame of every page: the column, the word Demo, the state of the connection, tabs, menu, toasts. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { environment, isSignedIn } = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isTabPage = useIsTabPage(path);
  const shape = useScreenShape();
  const isInApp = !BEFORE_THE_APP.test(path) && (isSignedIn || !FOR_ALL.test(path));
  const hasRail = (shape === 'tablet' || shape === 'desktop') && isInApp;
  const wasOpened = useDrawer((state) => state.openings > 0);
  useOwnChanges();
  const notice = useConnectionNotice();
  // Beside a notice the word stands alone, so that both fit into one line of a phone.
  const word = notice === undefined ? t('demoFrame') : t('demo');
  const practiceWord = isSignedIn && environment === 'demo' ? word : undefined;
  return (
    <>
      <AppFrame practiceWord={practiceWord} notice={notice}>
        <Outlet />
        {(isTabPage || hasRail) && <ShellTabBar path={path} />}
      </AppFrame>
      {wasOpened && (
        <Suspense fallback={null}>
          <SideMenu />
        </Suspense>
      )}
      <ToastHost />
    </>
  );
}
