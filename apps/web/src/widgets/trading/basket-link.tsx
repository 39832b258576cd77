import { Link } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** Several orders at once, for who has an account. */
export function BasketLink() {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  if (!isSignedIn) return null;
  return <IconButton icon={Layers} label={t('basket')} render={<Link to="/pages/stock/basket" />} />;
}
