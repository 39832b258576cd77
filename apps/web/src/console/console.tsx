import { useEffect } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { useIsSignedIn } from './client.ts';
import { SignIn } from './sign-in.tsx';
import { Workspace } from './workspace.tsx';

/** The staff console: the way in, and behind it the queues and the log. */
export function Console() {
  const { t } = useTranslation('console');
  const isSignedIn = useIsSignedIn();
  const title = t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return isSignedIn ? <Workspace /> : <SignIn />;
}
