import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { currencySymbol, formatDateTime, formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { localDigits } from '#ui/numbers/format-settings.ts';
import { useFormat } from '#ui/numbers/use-format.ts';

export type Limit = CallOutput<'limits'>['list'][number];

/** One limit among those of an account. */
export type LimitKey = Pick<Limit, 'name' | 'asset'>;

export const isSameLimit = (one: LimitKey, other: LimitKey): boolean =>
  one.name === other.name && one.asset === other.asset;

/** Names and values of limits in words. */
export function useLimitWords() {
  const { t } = useTranslation('security');
  const settings = useFormat();
  const nameOf = ({ name, asset }: LimitKey): string =>
    asset === undefined
      ? t(`limit_name_${name}`)
      : t('limit_of', { name: t(`limit_name_${name}`), asset: currencySymbol(asset) });
  const valueText = ({ name, asset }: LimitKey, value: string): string => {
    switch (name) {
      case 'dayLoss':
        return formatMoney(value, asset ?? '', { settings, decimals: 2 });
      case 'dayOrders':
        return formatNumber(value, { settings, decimalsMin: 0 });
      case 'leverage':
        return t('limit_times', { value: formatNumber(value, { settings, decimalsMin: 0 }) });
      case 'nightLock':
        return localDigits(value.replaceAll('-', '–').replaceAll(',', ', '), settings);
      case 'exclusion':
        return t('limit_until', { time: formatDateTime(Number(value), settings) });
      case 'allowList':
        return t('limit_on');
    }
  };
  return { nameOf, valueText };
}
