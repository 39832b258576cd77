import { useTranslation } from '#locales/i18n.ts';
import { STEPS, type Step } from './registration.ts';

/** Which of the three steps this is, and what it is for. */
export function StepHead({ step }: { step: Step }) {
  const { t } = useTranslation('account');
  const nth = STEPS.indexOf(step) + 1;
  const place = t('stepOf', { step: String(nth), steps: String(STEPS.length) });
  return (
    <div className="mt-1 mb-6">
      <div aria-hidden="true" className="flex gap-1.5">
        {STEPS.map((one, index) => (
          <span key={one} className={`h-1 flex-1 rounded-full ${index < nth ? 'bg-brand' : 'bg-line'}`} />
        ))}
      </div>
      <div role="status" className="mt-5">
        <p className="text-small font-medium text-muted">{place}</p>
        <h2 className="mt-1 text-title text-balance">{t(`step_${step}`)}</h2>
        <p className="mt-1.5 text-body text-muted">{t(`stepText_${step}`)}</p>
      </div>
    </div>
  );
}
