import { MINUTE_MS } from '@tarazu/core/units';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { RuleChanges } from '#widgets/rulebook/rule-changes.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { DayChoice } from './day-choice.tsx';

type Rule = CallOutput<'rulebookDiff'>['rules'][number];

/** Everything that differs between two days, the earlier one first. */
export function DayDifference({ day, other }: { day: string; other: string }) {
  const { t } = useTranslation('rules/rulebook');
  const [from, to] = day < other ? [day, other] : [other, day];
  const query = useCall('rulebookDiff', { from, to }, { freshMs: MINUTE_MS });
  return (
    <>
      <DayChoice day={day} other={other} />
      <CallState query={query} data={query.data} skeleton={<SkeletonRows />}>
        {({ rules }) =>
          rules.length === 0 ? (
            <EmptyState title={t('noDifference')} />
          ) : (
            <>
              <p className="px-4 pt-4 text-body">{t('differences', { count: rules.length })}</p>
              {rules.map((rule) => (
                <RuleDifference key={rule.rule} rule={rule} />
              ))}
            </>
          )
        }
      </CallState>
    </>
  );
}

function RuleDifference({ rule: { rule, before, after, changes } }: { rule: Rule }) {
  const wordOf = useRuleWords();
  return (
    <Section title={wordOf('rule', rule)}>
      <RuleChanges changes={changes} />
      <p className="mt-1 flex flex-wrap gap-x-4 text-small">
        {before !== undefined && <RuleVersionLink bare version={before} />}
        {after !== undefined && <RuleVersionLink bare version={after} />}
      </p>
    </Section>
  );
}
