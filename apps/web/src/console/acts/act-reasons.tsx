import { useTranslation } from '#locales/i18n.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { Checkbox } from '#ui/fields/toggle.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { useQueueWords } from '../queue-texts.ts';

interface ActReasonsProps {
  queue: string;
  act: ConsoleOutput<'consoleOpen'>['acts'][number];
  /** Code of the reason; several with commas between. */
  value: string;
  onValueChange: (reason: string) => void;
}

/** Reasons of an act: one of them, or all that apply. */
export function ActReasons({ queue, act, value, onValueChange }: ActReasonsProps) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  const { reasons, takesSeveral } = act;
  if (reasons.length === 0) return null;
  if (!takesSeveral)
    return (
      <Chips
        label={t('reason')}
        value={value}
        onValueChange={onValueChange}
        items={reasons.map((code) => ({ value: code, label: words.reasons(code) }))}
      />
    );
  const chosen = value === '' ? [] : value.split(',');
  const toggled = (code: string, isChosen: boolean): string =>
    reasons.filter((one) => (one === code ? isChosen : chosen.includes(one))).join(',');
  return (
    <fieldset>
      <legend className="text-small font-medium text-muted">{t('reasons')}</legend>
      {reasons.map((code) => (
        <Checkbox
          key={code}
          checked={chosen.includes(code)}
          onCheckedChange={(isChosen) => onValueChange(toggled(code, isChosen))}
        >
          {words.reasons(code)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
