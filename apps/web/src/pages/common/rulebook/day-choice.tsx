import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';

const PATH = '/pages/common/rulebook';
const NONE = { rule: undefined, version: undefined } as const;

export interface DayChoiceProps {
  day: string;
  /** The other day of a comparison. */
  other?: string | undefined;
}

/** The day whose rules are shown, and the one it is compared with. */
export function DayChoice({ day, other }: DayChoiceProps) {
  const { t } = useTranslation('rules/rulebook');
  const navigate = useNavigate();
  const show = (search: { day: string; with?: string | undefined }) =>
    void navigate({ to: PATH, search: { ...NONE, with: undefined, ...search }, replace: true });
  const pick = (change: (chosen: string) => void) => (chosen: string) => {
    if (/^[1-9]\d{3}-\d{2}-\d{2}$/.test(chosen)) change(chosen);
  };
  return (
    <div className="flex flex-col gap-3 px-4 pt-4">
      <div className="flex flex-wrap gap-3 *:min-w-0 *:flex-1 *:basis-36">
        <TextField
          type="date"
          label={t('day')}
          value={day}
          onValueChange={pick((chosen) => show({ day: chosen, with: other }))}
        />
        {other !== undefined && (
          <TextField
            type="date"
            label={t('compareWith')}
            value={other}
            onValueChange={pick((chosen) => show({ day, with: chosen }))}
          />
        )}
      </div>
      <div>
        <Button
          size="medium"
          tone="secondary"
          onClick={() => show(other === undefined ? { day, with: day } : { day })}
        >
          {t(other === undefined ? 'compare' : 'compareEnd')}
        </Button>
      </div>
    </div>
  );
}
