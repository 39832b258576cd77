import type { Candle, CandleInterval } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { isDaily } from './intervals.ts';
import { SoundButton } from './sound-button.tsx';

const ROWS = 60;

export interface ChartTableProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  candles: readonly Candle[];
  interval: CandleInterval;
  quoteAsset: string;
}

/** The chart in words and numbers, newest first: for ears, and for eyes that want the figure itself. */
export function ChartTable({ open, onOpenChange, title, candles, interval, quoteAsset }: ChartTableProps) {
  const { t } = useTranslation('market');
  const rows = candles.slice(-ROWS).toReversed();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      closeLabel={t('close')}
      footer={<SoundButton candles={candles} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach what scrolls sideways. */}
      <section aria-label={title} tabIndex={0} className="-mx-5 overflow-x-auto px-5">
        <table className="w-full text-small">
          <thead>
            <tr className="text-right text-muted *:py-2 *:pl-3 *:font-medium">
              <th scope="col" className="text-left first:pl-0">
                {t('time')}
              </th>
              <th scope="col">{t('open')}</th>
              <th scope="col">{t('high')}</th>
              <th scope="col">{t('low')}</th>
              <th scope="col">{t('closePrice')}</th>
              <th scope="col">{t('volume')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((candle) => (
              <tr key={candle.openTimeMs} className="border-t border-line text-right *:py-2 *:pl-3">
                <th scope="row" className="text-left font-medium first:pl-0">
                  <TimeText atMs={candle.openTimeMs} show={isDaily(interval) ? 'date' : 'dateTime'} />
                </th>
                <td>
                  <Price value={candle.open} asset={quoteAsset} unit="none" />
                </td>
                <td>
                  <Price value={candle.high} asset={quoteAsset} unit="none" />
                </td>
                <td>
                  <Price value={candle.low} asset={quoteAsset} unit="none" />
                </td>
                <td className="font-semibold">
                  <Price value={candle.close} asset={quoteAsset} unit="none" />
                </td>
                <td>
                  <Quantity value={candle.volume} compact />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Sheet>
  );
}
