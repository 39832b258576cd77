import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/units';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { formatDay } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TextLink } from '#ui/text-link.tsx';
import { RuleContent } from '#widgets/rulebook/rule-content.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { DayChoice } from './day-choice.tsx';
import { VersionFacts } from './version-facts.tsx';

type Rule = CallOutput<'rulebook'>['rules'][number];

/** Sections of docs/rules.md by the chapter in which a reader looks for them. */
const CHAPTERS = [
  { title: 'section_1', sections: ['2.1', '2.2'] },
  { title: 'section_2', sections: ['2.3', '2.4', '2.5'] },
  { title: 'section_3', sections: ['2.6', '2.7', '2.8', '2.14'] },
  { title: 'section_4', sections: [] },
] as const;

type Chapter = (typeof CHAPTERS)[number];

/** The chapter of a rule: what none names stands in the last one, so that no rule is left out. */
function chapterOf({ section }: Rule): Chapter['title'] {
  const found = CHAPTERS.find(({ sections }) => sections.some((one) => one === section));
  return found?.title ?? 'section_4';
}

/** Every rule as it holds on a day, by chapter. */
export function DayRules({ day }: { day: string | undefined }) {
  const { t } = useTranslation('rules/rulebook');
  const query = useCall('rulebook', day === undefined ? {} : { day }, { freshMs: MINUTE_MS });
  return (
    <>
      <div className="px-4 pt-2">
        <p className="text-body">{t('lead')}</p>
        <p className="mt-1 text-small text-muted">
          {t('promise')} {t('zone')}
        </p>
      </div>
      <CallState query={query} data={query.data} skeleton={<SkeletonRows count={8} />}>
        {(data) => (
          <>
            <DayChoice day={data.day} />
            {CHAPTERS.map(({ title }) => (
              <Section key={title} title={t(title)}>
                <div className="divide-y divide-line">
                  {data.rules
                    .filter((rule) => chapterOf(rule) === title)
                    .map((rule) => (
                      <RuleLine key={rule.rule} rule={rule} day={data.day} />
                    ))}
                </div>
              </Section>
            ))}
          </>
        )}
      </CallState>
    </>
  );
}

function RuleLine({ rule: { rule, inForce, program, next }, day }: { rule: Rule; day: string }) {
  const { t } = useTranslation('rules/rulebook');
  const settings = useFormat();
  const wordOf = useRuleWords();
  const content = inForce ?? program;
  return (
    <Disclosure
      title={
        <>
          {wordOf('rule', rule)}
          {next !== undefined && (
            <span className="mt-1 block">
              <Badge tone="warn">{t('next', { date: formatDay(next.effectiveFrom, settings) })}</Badge>
            </span>
          )}
        </>
      }
    >
      {content === undefined ? (
        <p className="text-body text-muted">{t('notYet')}</p>
      ) : (
        <RuleContent values={content.values} tables={content.tables} />
      )}
      {inForce !== undefined && <VersionFacts version={inForce} />}
      {program !== undefined && (
        <p className="mt-3 text-small text-muted">{t('partOfProgram', { version: program.version })}</p>
      )}
      {next !== undefined && (
        <p className="mt-3">
          <TextLink
            standing
            render={
              <Link
                to="/pages/common/rulebook"
                search={{ day, with: next.effectiveFrom }}
                activeOptions={{ exact: true }}
              />
            }
          >
            {t('nextDifference', { date: formatDay(next.effectiveFrom, settings) })}
          </TextLink>
        </p>
      )}
      {program === undefined && (
        <p className="mt-1">
          <TextLink
            standing
            render={<Link to="/pages/common/rulebook" search={{ rule }} activeOptions={{ exact: true }} />}
          >
            {t('allVersions')}
          </TextLink>
        </p>
      )}
    </Disclosure>
  );
}
