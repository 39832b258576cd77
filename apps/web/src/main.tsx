import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstTouch, whenHandRests } from '#app/later.ts';
import { DEFAULT_LANGUAGE, followLook } from '#app/look.ts';
import { setPlainToast } from '#client/api.ts';
import { startStream } from '#client/live.ts';
import { queryClient } from '#client/query.ts';
import { onSessionChanged, onSessionEnded } from '#client/session.ts';
import { followOtherTabs } from '#client/slice.ts';
import { languageSlice, pushSlice } from '#client/store.ts';
import { startTexts } from '#locales/load.ts';
import { LOGIN_PATH } from '#shell/navigation.ts';
import { showPlainToast } from '#ui/feedback/toast.ts';
import { followKeyboard } from '#ui/fields/keyboard.ts';
import { followInstall } from '#ui/install.ts';
import { preloadOverlays } from '#ui/overlays/overlays.ts';
import { followWorker, registerServiceWorker } from '#ui/service-worker.ts';
import { safeTarget, targetOrHome } from '#widgets/session/target.ts';
import { router } from './router.tsx';

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (place === null) throw new Error('Invariant: the page has no #root.');
  // Asked for once the code is there and not beside it: the
  // first text is then earlier, and the font is hardly later.
  document.fonts
    .load('1rem "Inter Variable"')
    .catch((error: unknown) => console.warn('Condition: text stays in the face of the system.', error));
  setPlainToast(showPlainToast);
  onSessionEnded(toLogin);
  followOtherTabs();
  followLook();
  followKeyboard();
  followInstall();
  startStream();
  followWorker((path) => void router.navigate({ href: targetOrHome(path) }));
  await startTexts(languageSlice.get() || DEFAULT_LANGUAGE);
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  const stop = router.subscribe('onRendered', () => {
    stop();
    afterFirstTouch(bringLayers);
    whenHandRests(bringTheRest);
  });
}

/** The server asks for a sign-in: to the login page, which leads back to where the person was. */
function toLogin(): void {
  if (router.latestLocation.pathname === LOGIN_PATH) return;
  const to = safeTarget(router.state.location.href);
  void router.navigate({ to: LOGIN_PATH, search: to === undefined ? {} : { to }, replace: true });
}

/** Holds the server against what this app has kept, and says so loudly when it does not fit. */
async function watchJournal(): Promise<void> {
  const { warnIfRewritten } = await import('#shell/journal-watch.ts');
  await warnIfRewritten();
}

/** The first touch may open a sheet already. */
function bringLayers(): void {
  preloadOverlays().catch((error: unknown) =>
    console.warn('Condition: layers load when one is opened.', error),
  );
}

/** Hashes of the journal and the files that the worker keeps: seconds of a slow phone. */
function bringTheRest(): void {
  watchJournal().catch((error: unknown) =>
    console.warn('Condition: the journal is checked another time.', error),
  );
  if (!import.meta.env.PROD) return;
  registerServiceWorker().catch((error: unknown) =>
    console.warn('Condition: the app will not open offline.', error),
  );
  keepPushOwn();
  onSessionChanged(keepPushOwn);
}

function keepPushOwn(): void {
  followPush().catch((error: unknown) => console.warn('Condition: messages are not pushed here.', error));
}

/** Only a browser that messages are pushed to needs its code. */
async function followPush(): Promise<void> {
  if (pushSlice.get() === undefined) return;
  const { keepPush } = await import('#widgets/session/push.ts');
  await keepPush();
}

void start();
