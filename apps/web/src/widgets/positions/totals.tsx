import { Eye, EyeOff } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { balancesHiddenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { addDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Change } from '#ui/numbers/number-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { TodayHelp } from '#widgets/today/today-help.tsx';
import { todayTotal } from '#widgets/today/today-total.ts';
import { type PositionFigures, percentOf, totalOf } from './figures.ts';

export interface PositionTotalsProps {
  /** Of the rows below, at one moment. */
  figures: readonly PositionFigures[];
  asset: string;
  /** Sales and intraday trades of today. */
  today: TodayOfAsset | undefined;
}

export type TodayOfAsset = CallOutput<'stockHoldings'>['today'][number];

/** The worth of all positions of one asset, and their gain or loss: the sums of the rows below. */
export function PositionTotals({ figures, asset, today }: PositionTotalsProps) {
  const { t } = useTranslation('trade');
  const isHidden = balancesHiddenSlice.use();
  const words = useChangeWords();
  const value = totalOf(figures, 'value');
  const profit = totalOf(figures, 'profit');
  const cost = addDecimal(value, negateDecimal(profit));
  const held = totalOf(figures, 'profitToday');
  const gain = { asset, held, sold: today?.sold ?? '0', intraday: today?.intraday ?? '0' };
  const profitToday = todayTotal(gain);
  const hidden = isHidden ? { hiddenWord: t('hidden') } : {};
  return (
    <section aria-label={t('totals')} className="rounded-tile bg-sunken p-4">
      <div className="flex items-start justify-between">
        <p className="text-small text-muted">{t('totalValue', { asset: currencySymbol(asset) })}</p>
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={isHidden ? t('showAmounts') : t('hideAmounts')}
          tone="muted"
          className="-m-3"
          onClick={() => balancesHiddenSlice.set(!isHidden)}
        />
      </div>
      <p className="mt-1 text-title">
        <PlainMoney value={value} asset={asset} {...hidden} />
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        <div>
          <dt className="flex items-center text-small text-muted">
            {t('profitTotal')}
            <TermHelp label={t('profitTotal')} terms={['unrealised', 'realised']} className="-my-3.5 -ml-2" />
          </dt>
          <dd className="mt-0.5 text-body font-semibold">
            {isHidden ? (
              <PlainMoney value={profit} asset={asset} {...hidden} />
            ) : (
              <PlainChange value={profit} asset={asset} words={words} />
            )}
          </dd>
          <dd className="text-small">
            <Change percent={percentOf(profit, cost)} words={words} />{' '}
            <span className="text-muted">{t('ofInvested')}</span>
          </dd>
        </div>
        <div>
          <dt className="flex items-center text-small text-muted">
            {t('profitToday')}
            <TodayHelp
              label={t('profitToday')}
              gain={{ ...gain, total: profitToday }}
              className="-my-3.5 -ml-2"
            />
          </dt>
          <dd className="mt-0.5 text-body font-semibold">
            {isHidden ? (
              <PlainMoney value={profitToday} asset={asset} {...hidden} />
            ) : (
              <PlainChange value={profitToday} asset={asset} words={words} />
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
