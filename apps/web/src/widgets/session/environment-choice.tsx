import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { useEnvironmentSwitch } from './use-account-actions.ts';

/** Real or demo, each with its own money; which one holds is always to be seen. */
export function EnvironmentChoice({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const { environment, isSignedIn } = useSession();
  const { choose, isSwitching } = useEnvironmentSwitch();
  return (
    <div>
      <Segmented
        label={t('accountType')}
        value={isSignedIn ? environment : undefined}
        onValueChange={(chosen) => {
          choose(chosen);
          onChosen?.();
        }}
        items={[
          { value: 'real', label: t('real'), disabled: isSwitching },
          { value: 'demo', label: t('demo'), disabled: isSwitching },
        ]}
      />
      <p className="mt-1.5 text-small text-muted">
        {environment === 'demo' ? t('demoDetail') : t('realDetail')}
      </p>
    </div>
  );
}
