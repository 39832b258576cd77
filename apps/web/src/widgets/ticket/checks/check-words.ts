import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { formatDateTime, formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { decimalsOf } from '#widgets/instrument/price/plain.ts';
import type { CheckFailure } from './failure.ts';
import type { Terms } from './terms.ts';

export interface FailureWords {
  readonly reason: string;
  readonly fix: string;
}

/**
 * The refusal's own sentences, said before the tap. refusal-words.test.ts holds them against the protocol's.
 */
export function useCheckWords(terms: Terms | undefined): (failure: CheckFailure) => FailureWords {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  return ({ code, detail }) => {
    const asset = terms?.quoteAsset ?? '';
    const number = (text: string | undefined) => formatNumber(text, { settings });
    const withAsset = (text: string | undefined) => formatMoney(text, asset, { settings, decimalsMin: 2 });
    const price = (text: string | undefined) =>
      formatMoney(text, asset, { settings, unit: 'sign', decimals: decimalsOf(text ?? '') });
    const time = (text: string | undefined) =>
      text === undefined ? '' : formatDateTime(Number(text), settings);
    const isMoney = code === 'INSUFFICIENT_FUNDS';
    const limitText = (of: CheckFailure['code'], text: string | undefined) => {
      if (of === 'OWN_LOSS') return withAsset(text);
      return of.startsWith('OWN_') ? number(text) : (text ?? '');
    };
    const words = {
      unit: terms?.baseAsset ?? '',
      tickSize: price(detail['tickSize']),
      lotSize: number(detail['lotSize']),
      quantityMin: number(detail['quantityMin']),
      quantityFilled: number(detail['quantityFilled']),
      quantityMax: number(detail['quantityMax']),
      priceLow: price(detail['priceLow']),
      priceHigh: price(detail['priceHigh']),
      valueMin: withAsset(detail['valueMin']),
      valueMax: withAsset(detail['valueMax']),
      needed: withAsset(detail['needed']),
      priceBest: price(detail['priceBest']),
      priceLast: price(detail['priceLast']),
      priceLimit: price(detail['priceLimit']),
      trailMin: number(detail['trailMin']),
      trailMax: number(detail['trailMax']),
      allowed: detail['allowed'] ?? '',
      limit: limitText(code, detail['limit']),
      leverage: number(detail['leverage']),
      until: time(detail['untilMs']),
      opensAt: time(detail['opensAtMs']),
      usableAt: time(detail['usableAtMs']),
      distance: number(detail['distance']),
      available: isMoney ? withAsset(detail['available']) : number(detail['available']),
    };
    const isByLimit = code === 'TP_SL_SIDE' && detail['priceLimit'] !== undefined;
    const fix = isByLimit ? t('refusal_TP_SL_SIDE_fixByLimit', words) : t(`refusal_${code}_fix`, words);
    const isOfCoin =
      terms !== undefined && !countsShares(terms) && (code === 'QUANTITY_MIN' || code === 'QUANTITY_MAX');
    const coin = terms?.baseAsset ?? '';
    const reason = isOfCoin ? t(`refusal_${code}_coin`, { ...words, coin }) : t(`refusal_${code}_msg`, words);
    return { reason, fix };
  };
}
