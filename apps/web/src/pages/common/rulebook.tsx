import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { DayRules } from './rulebook/day-rules.tsx';
import { DayDifference } from './rulebook/difference.tsx';
import { OneVersion } from './rulebook/one-version.tsx';
import { RuleVersions } from './rulebook/rule-versions.tsx';

const route = getRouteApi('/pages/common/rulebook');

/** The rulebook: the rules of a day, what differs between two, all versions of one, or one version. */
export default function RulebookPage() {
  const { t } = useTranslation('rules/rulebook');
  const { day, with: other, rule, version } = route.useSearch();
  return (
    <Page flush header={<BackBar title={t('title')} />}>
      {version !== undefined ? (
        <OneVersion version={version} />
      ) : rule !== undefined ? (
        <RuleVersions rule={rule} />
      ) : day !== undefined && other !== undefined ? (
        <DayDifference day={day} other={other} />
      ) : (
        <DayRules day={day} />
      )}
    </Page>
  );
}
