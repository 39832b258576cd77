import { useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { formatDay } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { RuleContent } from '#widgets/rulebook/rule-content.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { RulebookLinks } from './rulebook-links.tsx';
import { VersionFacts } from './version-facts.tsx';

/** The change log of a rule: every version, newest first, those to come included. */
export function RuleVersions({ rule }: { rule: string }) {
  const { t } = useTranslation('rules/rulebook');
  const settings = useFormat();
  const wordOf = useRuleWords();
  const { items, first, query } = useCallPages('rulebookVersions', { rule, limit: '20' });
  return (
    <>
      <CallState query={query} data={first} skeleton={<SkeletonRows />}>
        {() => (
          <Section title={t('versionsOf', { rule: wordOf('rule', rule) })}>
            <div className="divide-y divide-line">
              {items.map((version, place) => (
                <Disclosure
                  key={version.version}
                  title={t('from', { date: formatDay(version.effectiveFrom, settings) })}
                  defaultOpen={place === 0}
                >
                  <RuleContent values={version.values} tables={version.tables} />
                  <VersionFacts version={version} />
                </Disclosure>
              ))}
            </div>
            <MoreButton query={query} />
          </Section>
        )}
      </CallState>
      <RulebookLinks />
    </>
  );
}
