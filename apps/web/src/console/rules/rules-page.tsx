import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallBox } from '../call-box.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { useConsole } from '../client.ts';
import { goTo } from '../path.ts';
import { RuleForm } from './rule-form.tsx';

interface RulesPageProps {
  rule: string | undefined;
  staff: ConsoleOutput<'consoleHome'>['staff'];
}

const WORKERS: readonly string[] = ['risk', 'compliance'];

/** A change of a rule: the rule, its new values from a day on, and the source behind it. */
export function RulesPage({ rule, staff }: RulesPageProps) {
  const { t } = useTranslation('console');
  const wordOf = useRuleWords();
  const rules = useConsole('consoleRules', {});
  if (!staff.roles.some((role) => WORKERS.includes(role)))
    return <EmptyState title={t('changeRules')} detail={t('changeRulesReadOnly')} />;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <h2 className="text-title">{t('changeRules')}</h2>
      <p className="text-small text-muted">{t('changeRulesText')}</p>
      <CallBox query={rules} data={rules.data}>
        {(data) => {
          const chosen = data.rules.find((one) => one.rule === rule);
          return (
            <>
              <SelectField
                label={t('rule')}
                placeholder={t('chooseRule')}
                options={data.rules.map((one) => ({ value: one.rule, label: wordOf('rule', one.rule) }))}
                value={chosen?.rule}
                onValueChange={(next) => goTo({ page: 'rules', rule: next })}
              />
              {chosen !== undefined && (
                <RuleForm key={`${chosen.rule} ${chosen.version}`} rule={chosen} firstDay={data.firstDay} />
              )}
            </>
          );
        }}
      </CallBox>
    </section>
  );
}
