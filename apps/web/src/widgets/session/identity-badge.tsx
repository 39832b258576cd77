import { BadgeCheck, CircleAlert, Hourglass, type LucideIcon, UserRound } from 'lucide-react';
import type { StoredUser } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

/** The specification's words for each state (section 4); an empty one says nothing. */
const STATES = {
  none: { label: 'idNone', tone: 'neutral', icon: UserRound },
  pending: { label: 'idPending', tone: 'warn', icon: Hourglass },
  succ: { label: 'verified', tone: 'good', icon: BadgeCheck },
  fail: { label: 'idFail', tone: 'danger', icon: CircleAlert },
} as const satisfies Record<
  Exclude<StoredUser['idStatus'], ''>,
  { label: string; tone: BadgeTone; icon: LucideIcon }
>;

/** Whether the person is who they say, as it stands in the menu, in Mine and in the profile. */
export function IdentityBadge({ idStatus }: { idStatus: StoredUser['idStatus'] }) {
  const { t } = useTranslation('shell');
  if (idStatus === '') return null;
  const { label, tone, icon } = STATES[idStatus];
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  );
}
