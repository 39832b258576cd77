import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { fixedBy, isLive } from './words.ts';

/**
 * Why an open order offers no change, said where the change would stand; nothing for one that can be changed.
 */
export function FixedNote({ order, className }: { order: OwnOrder; className?: string | undefined }) {
  const { t } = useTranslation('trade');
  const reason = isLive(order) ? fixedBy(order) : undefined;
  if (reason === undefined) return null;
  return <p className={`text-small text-muted ${className ?? ''}`}>{t(`fixed_${reason}`)}</p>;
}
