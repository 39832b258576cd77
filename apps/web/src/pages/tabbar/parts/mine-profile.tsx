import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { userInfoSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { EnvironmentChoice } from '#widgets/session/environment-choice.tsx';
import { IdentityBadge } from '#widgets/session/identity-badge.tsx';
import { usePersonName } from '#widgets/session/person-name.ts';

/**
 * The person, and the money with which they trade. Known from the sign-in, so that it stands there at once.
 */
export function MineProfile() {
  const { t } = useTranslation('mine');
  const stored = userInfoSlice.use();
  const info = useCall('userInfo', {}).data;
  const name = usePersonName();
  return (
    <section aria-label={t('profile')} className="flex flex-col gap-4">
      <Link
        to="/pages/user/userInfo"
        className="pressable flex min-h-20 items-center gap-4 rounded-tile bg-sunken p-4"
      >
        <InitialsDisc name={name} seed={stored?.id ?? name} size={52} />
        <span className="min-w-0 grow">
          <span className="block truncate text-heading">{name}</span>
          <span className="number block truncate text-small text-muted">
            {t('userId', { id: stored?.id ?? '' })}
          </span>
          <span className="mt-1 flex flex-wrap gap-1.5">
            {/* The likely word keeps its own room: with another width the badges would break another way. */}
            <span className={info === undefined ? 'invisible' : undefined}>
              <Badge tone="brand">{info?.label === 'hni' ? t('labelHni') : t('labelRegular')}</Badge>
            </span>
            <IdentityBadge idStatus={info?.idStatus ?? stored?.idStatus ?? ''} />
          </span>
        </span>
        <Icon icon={ChevronRight} size={20} className="text-muted" />
      </Link>
      <EnvironmentChoice />
    </section>
  );
}
