import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';

/** Every badge with its rule, and whether the person has it now. */
export function Badges({ badges }: Pick<CallOutput<'userInfo'>, 'badges'>) {
  const { t } = useTranslation('mine');
  return (
    <Section flush title={t('badges')}>
      <p className="px-4 pb-2 text-small text-muted">{t('badgesText')}</p>
      <List label={t('badges')}>
        {badges.map(({ badge, isHeld }) => (
          <Row
            key={badge}
            title={t(`badge_${badge}`)}
            detail={t(`badgeRule_${badge}`)}
            value={<Badge tone={isHeld ? 'good' : 'neutral'}>{t(isHeld ? 'badgeHeld' : 'badgeOpen')}</Badge>}
          />
        ))}
      </List>
    </Section>
  );
}
