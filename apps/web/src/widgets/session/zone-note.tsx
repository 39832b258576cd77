import { useTranslation } from '#locales/i18n.ts';
import { zoneName } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';

/** The zone of all times on a screen, written once (specification, section 9). */
export function ZoneNote() {
  const { t } = useTranslation('shell');
  return <p className="px-4 pt-3 text-small text-muted">{t('timesIn', { zone: zoneName(useFormat()) })}</p>;
}
