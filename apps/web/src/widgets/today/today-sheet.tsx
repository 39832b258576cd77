import { useTranslation } from '#locales/i18n.ts';
import { FactList } from '#ui/layout/tile.tsx';
import { signOf } from '#ui/numbers/decimal-text.ts';
import { Change, Money, Price } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { TODAY_PARTS, type TodayParts } from './today-total.ts';

/** Today's gain with all that it is made of. */
export interface TodayGain extends TodayParts {
  readonly asset: string;
  readonly total: string;
  /** The price at which a currency is counted, and of when it is. */
  readonly rate?: { readonly asset: string; readonly price: string; readonly atMs: number } | undefined;
  /** The published rates of other currencies among what is counted. */
  readonly currencyRates?: readonly CurrencyRate[] | undefined;
}

interface CurrencyRate {
  readonly asset: string;
  readonly price: string;
  readonly effectiveFromMs: number;
}

export interface TodaySheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  gain: TodayGain;
}

/**
 * The parts of today's gain, which add up to it. Of what happens on few days, a part of nothing is left out.
 */
export function TodaySheet({ open, onOpenChange, gain }: TodaySheetProps) {
  const { t } = useTranslation('glossary');
  const words = useChangeWords();
  const hiddenWord = useHiddenWord();
  const { asset, rate, currencyRates = [] } = gain;
  const money = (value: string) =>
    hiddenWord === undefined ? (
      <Change value={value} asset={asset} unit="symbol" words={words} />
    ) : (
      <Money value={value} asset={asset} hiddenWord={hiddenWord} />
    );
  const parts = TODAY_PARTS.flatMap((part) => {
    const value = gain[part];
    if (value === undefined || (part === 'dividends' && signOf(value) === 0)) return [];
    return [{ label: t(`today_${part}`), value: money(value) }];
  });
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('today_title')} closeLabel={t('close')}>
      <div className="flex flex-col gap-4 pb-4">
        <FactList facts={[...parts, { label: t('today_total'), value: money(gain.total), strong: true }]} />
        <p className="text-small text-muted">{t('today_note')}</p>
        {rate !== undefined && (
          <p className="text-small text-muted">
            {t('today_rate', { asset: rate.asset })} <Price value={rate.price} asset="INR" /> ·{' '}
            <TimeText atMs={rate.atMs} show="exact" zone />
          </p>
        )}
        {currencyRates.map((one) => (
          <p key={one.asset} className="text-small text-muted">
            {t('today_rate', { asset: one.asset })} <Price value={one.price} asset="INR" /> ·{' '}
            <TimeText atMs={one.effectiveFromMs} show="date" />
          </p>
        ))}
      </div>
    </Sheet>
  );
}
