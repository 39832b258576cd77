import { MINUTE_MS } from '@tarazu/core/units';
import { isRefusal } from '#client/errors.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { RuleContent } from '#widgets/rulebook/rule-content.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { RulebookLinks } from './rulebook-links.tsx';
import { VersionFacts } from './version-facts.tsx';

/** One version by its name, as a charge or posting carries it. */
export function OneVersion({ version }: { version: string }) {
  const { t } = useTranslation('rules/rulebook');
  const wordOf = useRuleWords();
  const query = useCall('rulebookVersion', { version }, { freshMs: MINUTE_MS });
  return (
    <>
      {query.error !== null && isRefusal(query.error, 'NOT_FOUND', 'INVALID_INPUT') ? (
        <EmptyState title={t('unknownVersion')} detail={version} />
      ) : (
        <CallState query={query} data={query.data} skeleton={<SkeletonTile height={320} />}>
          {(data) => (
            <Section title={wordOf('rule', data.rule)}>
              <RuleContent values={data.values} tables={data.tables} />
              <VersionFacts version={data} />
            </Section>
          )}
        </CallState>
      )}
      <RulebookLinks rule={query.data?.rule} />
    </>
  );
}
