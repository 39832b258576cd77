import { useEffect } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';

let wasSentHere = false;

/** A visitor is on the way to the login page because what they opened is not for visitors. */
export function sendToLogin(): void {
  wasSentHere = true;
}

/** Says so once the login page stands: before, on a slow line, nobody would see it. */
export function useLogInFirst(): void {
  const { t } = useTranslation('shell');
  useEffect(() => {
    if (!wasSentHere) return;
    wasSentHere = false;
    showToast(t('logInFirst'));
  }, [t]);
}
