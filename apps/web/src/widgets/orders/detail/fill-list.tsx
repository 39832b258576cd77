import type { OwnFill } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useQuantityAt } from '#widgets/orders/words.ts';
import { WhyThisPrice } from './fill-evidence.tsx';

/** Fills of many orders have a page, and stand in two columns where it is wide. */
const COLUMNS =
  'grid grid-cols-1 *:border-b *:border-line tablet:grid-cols-2 tablet:items-start tablet:gap-x-8';

/** Own fills, each with the question why it had its price. */
export function FillList({
  fills,
  named = false,
}: {
  fills: readonly OwnFill[];
  named?: boolean | undefined;
}) {
  const { t } = useTranslation('trade');
  const quantityAt = useQuantityAt();
  return (
    <ul aria-label={t('fills')} className={named ? COLUMNS : 'flex flex-col divide-y divide-line'}>
      {fills.map((fill) => (
        <li key={`${fill.id}-${fill.side}`} className="min-w-0 py-3">
          {named && (
            <p className="text-body font-semibold">
              <span className={fill.side === 'buy' ? 'text-up' : 'text-down'}>
                {fill.side === 'buy' ? t('buy') : t('sell')}
              </span>{' '}
              {fill.symbol}
            </p>
          )}
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-body font-semibold">
            <span className={`number ${named ? 'font-medium' : ''}`}>
              {quantityAt(fill.quantity, fill.price, fill.quoteAsset)}
            </span>
            <PlainMoney value={fill.value} asset={fill.quoteAsset} className="ml-auto" />
          </div>
          <p className="text-small text-muted">
            <TimeText atMs={fill.atMs} show={named ? 'dateTime' : 'exact'} /> ·{' '}
            {fill.role === 'taker' ? t('roleTaker') : t('roleMaker')} ·{' '}
            {fill.counterparty === 'marketMaker' ? t('withMarketMaker') : t('withCustomer')}
          </p>
          <WhyThisPrice fill={fill} />
        </li>
      ))}
    </ul>
  );
}
