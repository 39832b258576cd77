import type { Candle, CandleInterval } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { formatDateTime, formatMoney } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import type { ChartInstrument } from './use-chart.ts';

/** The picture in a sentence. */
export function useSummary(
  instrument: ChartInstrument,
  interval: CandleInterval,
  candles: readonly Candle[],
): string {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const [first] = candles;
  const last = candles.at(-1);
  if (first === undefined || last === undefined) return t('chartOf', { symbol: instrument.symbol });
  const money = (text: string) =>
    formatMoney(text, instrument.quoteAsset, { settings, decimals: instrument.priceScale });
  const highest = candles.reduce(
    (most, candle) => (compareDecimal(candle.high, most) > 0 ? candle.high : most),
    first.high,
  );
  const lowest = candles.reduce(
    (least, candle) => (compareDecimal(candle.low, least) < 0 ? candle.low : least),
    first.low,
  );
  return t('chartSummary', {
    symbol: instrument.symbol,
    interval: t(`intervalName_${interval}`),
    from: formatDateTime(first.openTimeMs, settings),
    until: formatDateTime(last.openTimeMs, settings),
    open: money(first.open),
    close: money(last.close),
    high: money(highest),
    low: money(lowest),
  });
}
