import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/choice.tsx';
import { useLaneSwitch } from './use-account-actions.ts';

/** Real or demo, each with its own money; which one holds is always to be seen. */
export function LaneChoice({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const { lane, isSignedIn } = useSession();
  const { choose, isSwitching } = useLaneSwitch();
  return (
    <div>
      <Segmented
        label={t('accountType')}
        value={isSignedIn ? lane : undefined}
        onValueChange={(chosen) => {
          choose(chosen);
          onChosen?.();
        }}
        items={[
          { value: 'real', label: t('real'), disabled: isSwitching },
          { value: 'demo', label: t('demo'), disabled: isSwitching },
        ]}
      />
      <p className="mt-1.5 text-small text-muted">{lane === 'demo' ? t('demoDetail') : t('realDetail')}</p>
    </div>
  );
}
