import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { formatDay } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { RuleChanges } from '#widgets/rulebook/rule-changes.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { goTo } from '../path.ts';
import { RuleFields } from './rule-fields.tsx';

type EditedRule = ConsoleOutput<'consoleRules'>['rules'][number];

interface RuleFormProps {
  rule: EditedRule;
  firstDay: string;
}

interface Source {
  readonly sourceEnglish: string;
  readonly sourceBengali: string;
}

const SOURCE_LENGTH_MAX = 500;

/** New values of a rule; what they change is shown before they can be proposed. */
export function RuleForm({ rule: { rule, version, form, document: newest }, firstDay }: RuleFormProps) {
  const { t } = useTranslation('console');
  const settings = useFormat();
  const say = useSayError();
  const [document, setDocument] = useState(newest);
  const [effectiveFrom, setEffectiveFrom] = useState(firstDay);
  const [source, setSource] = useState<Source>({ sourceEnglish: '', sourceBengali: '' });
  // Kept over tries that got no answer, so that none proposes twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const asked = { rule, effectiveFrom, document: JSON.stringify(document) };
  const check = useMutation<ConsoleOutput<'consoleRuleCheck'>, CallError>({
    mutationFn: () => consoleCall('consoleRuleCheck', asked),
    onError: say,
  });
  const propose = useMutation<ConsoleOutput<'consoleRulePropose'>, CallError>({
    mutationFn: () => consoleCall('consoleRulePropose', { clientId, ...asked, ...source }),
    onSuccess: ({ id }) => {
      showToast(t('ruleProposed'), { tone: 'success' });
      refresh();
      goTo({ page: 'queue', queue: 'rules', show: 'waiting', id });
    },
    onError: say,
  });
  const change = (set: () => void) => {
    check.reset();
    set();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.data === undefined) check.mutate();
    else if (!propose.isPending) propose.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-small text-muted">{t('ruleBase', { version })}</p>
      <TextField
        type="date"
        label={t('ruleFrom')}
        help={t('ruleFromHelp', { first: formatDay(firstDay, settings) })}
        value={effectiveFrom}
        onValueChange={(day) => change(() => setEffectiveFrom(day))}
      />
      <RuleFields
        form={form}
        document={document}
        onDocumentChange={(next) => change(() => setDocument(next))}
      />
      <SourceFields {...{ source, onSourceChange: setSource }} />
      {check.data !== undefined && (
        <section aria-live="polite">
          <h3 className="text-heading">{t('ruleChanges')}</h3>
          <RuleChanges changes={check.data.changes} />
        </section>
      )}
      <div>
        <Button type="submit" size="medium" loading={check.isPending || propose.isPending}>
          {t(check.data === undefined ? 'ruleCheck' : 'rulePropose')}
        </Button>
      </div>
    </form>
  );
}

function SourceFields({
  source,
  onSourceChange,
}: {
  source: Source;
  onSourceChange: (source: Source) => void;
}) {
  const { t } = useTranslation('console');
  return (
    <>
      <TextAreaField
        label={t('sourceEnglish')}
        help={t('sourceHelp')}
        rows={2}
        maxLength={SOURCE_LENGTH_MAX}
        value={source.sourceEnglish}
        onValueChange={(sourceEnglish) => onSourceChange({ ...source, sourceEnglish })}
      />
      <TextAreaField
        label={t('sourceBengali')}
        rows={2}
        maxLength={SOURCE_LENGTH_MAX}
        value={source.sourceBengali}
        onValueChange={(sourceBengali) => onSourceChange({ ...source, sourceBengali })}
      />
    </>
  );
}
