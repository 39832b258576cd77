import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, isToasted, NetworkError, RefusalError } from '#client/errors.ts';
import { currentEnvironment, sessionToken, signIn, signOutHere, switchEnvironment } from '#client/session.ts';
import { type Environment, pushSlice, userTokenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { HOME_PATH, targetOrHome } from './target.ts';

export interface DemoEntry {
  enter: (goTo?: string, options?: { replace?: boolean }) => void;
  isEntering: boolean;
}

/** Opens a demo account without registration, or goes on with the one that is there. */
export function useDemoEntry(): DemoEntry {
  const router = useRouter();
  const say = useErrorToast();
  const [isEntering, setEntering] = useState(false);
  const enter = (goTo = HOME_PATH, { replace = false }: { replace?: boolean } = {}) => {
    if (isEntering) return;
    if (switchEnvironment('demo')) return void router.navigate({ href: targetOrHome(goTo), replace });
    setEntering(true);
    call('demoEnter', {})
      .then((signedIn) => {
        signIn(signedIn, 'demo');
        return router.navigate({ href: targetOrHome(goTo), replace });
      })
      .catch(say)
      .finally(() => setEntering(false));
  };
  return { enter, isEntering };
}

/**
 * Real or demo. Without a session in the wished environment demo opens one, and real
 * leads a guest to opening an account, and from there back to where they were.
 */
export function useEnvironmentSwitch(): { choose: (environment: Environment) => void; isSwitching: boolean } {
  const router = useRouter();
  const { enter, isEntering } = useDemoEntry();
  const choose = (environment: Environment) => {
    if (environment === currentEnvironment() && sessionToken() !== undefined) return;
    if (switchEnvironment(environment)) return void router.invalidate();
    if (environment === 'demo') enter();
    else void router.navigate({ to: '/pages/account/reg', search: { to: router.state.location.href } });
  };
  return { choose, isSwitching: isEntering };
}

/** Forgets the person here at once; the server is told too, as well as it can be, and nobody waits for it. */
export function useSignOut(): () => void {
  const router = useRouter();
  return () => {
    const token = sessionToken() ?? userTokenSlice.get().real ?? userTokenSlice.get().demo;
    if (token !== undefined) call('logout', {}, { token, keepalive: true }).catch(() => undefined);
    signOutHere();
    void dropPush();
    void router.navigate({ to: '/pages/account/login', search: {}, replace: true });
  };
}

/** End of push messages for the next person at this browser, by code that loads only here. */
async function dropPush(): Promise<void> {
  if (pushSlice.get() === undefined) return;
  const { pushNoMoreHere } = await import('#widgets/session/push.ts');
  await pushNoMoreHere().catch(() => undefined);
}

/** The text of a failed call for a person: the refusal's own words, or what became of the network. */
export function useErrorText(): (error: CallError) => { title: string; fix: string } {
  const { t } = useTranslation('shell');
  return (error) => {
    if (error instanceof RefusalError) return { title: error.message, fix: error.fix };
    const kind = error instanceof NetworkError ? error.kind : 'unreadable';
    if (kind === 'timeout') return { title: t('timeoutTitle'), fix: t('timeoutFix') };
    if (kind === 'offline') return { title: t('noAnswerTitle'), fix: t('noAnswerFix') };
    return { title: t('unreadableTitle'), fix: t('unreadableFix') };
  };
}

export function useErrorToast(): (error: CallError) => void {
  const textOf = useErrorText();
  return (error) => {
    if (!isToasted(error)) showToast(textOf(error).title, { tone: 'error' });
  };
}
