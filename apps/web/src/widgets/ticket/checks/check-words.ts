import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
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
    const money = (text: string | undefined) => formatMoney(text, asset, { settings, unit: 'none' });
    const withAsset = (text: string | undefined) => formatMoney(text, asset, { settings, decimalsMin: 2 });
    const isMoney = code === 'INSUFFICIENT_FUNDS';
    const words = {
      asset,
      unit: terms?.baseAsset ?? '',
      tickSize: number(detail['tickSize']),
      lotSize: number(detail['lotSize']),
      quantityMin: number(detail['quantityMin']),
      quantityMax: number(detail['quantityMax']),
      priceLow: number(detail['priceLow']),
      priceHigh: number(detail['priceHigh']),
      valueMin: money(detail['valueMin']),
      valueMax: money(detail['valueMax']),
      needed: withAsset(detail['needed']),
      priceBest: number(detail['priceBest']),
      priceLast: number(detail['priceLast']),
      priceLimit: number(detail['priceLimit']),
      trailMin: number(detail['trailMin']),
      trailMax: number(detail['trailMax']),
      allowed: detail['allowed'] ?? '',
      limit: detail['limit'] ?? '',
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
