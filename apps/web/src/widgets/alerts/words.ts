import type { OwnAlert } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { formatMoney, formatPercent } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { isPercent } from './conditions.ts';

/** "ARUNA rises to ₹512.00". */
export function useAlertWords(): (
  alert: Pick<OwnAlert, 'symbol' | 'condition' | 'level' | 'quoteAsset'>,
) => string {
  const { t } = useTranslation('alerts');
  const settings = useFormat();
  return ({ symbol, condition, level, quoteAsset }) => {
    const written = isPercent(condition)
      ? formatPercent(level, { settings })
      : formatMoney(level, quoteAsset, { settings, decimals: level.split('.')[1]?.length ?? 0 });
    return t(`text_${condition}`, { symbol, level: written });
  };
}
