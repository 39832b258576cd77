import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';

/** Name of the person: their own choice, and never the phone number they log in with. */
export function usePersonName(): string {
  const { t } = useTranslation('shell');
  const { isSignedIn, hasReal } = useSession();
  const nickname = useCall('userInfo', {}, { enabled: isSignedIn }).data?.nickname ?? '';
  if (nickname !== '') return nickname;
  return hasReal ? t('you') : t('guest');
}
