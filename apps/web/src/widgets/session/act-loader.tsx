import { useTranslation } from '#locales/i18n.ts';
import { GeneralLoader } from '#ui/feedback/general-loader.tsx';

/** Over the app while an act that must not be repeated is on its way. */
export function ActLoader({ active }: { active: boolean }) {
  const { t } = useTranslation('shell');
  return <GeneralLoader active={active} label={t('sending')} />;
}
