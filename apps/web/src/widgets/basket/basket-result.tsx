import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { STATE_TONES, stateInList } from '#widgets/orders/words.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

export interface BasketResultProps {
  result: CallOutput<'basketPlace'>;
  onAnother: () => void;
}

/** The result of each order of a basket that was placed. */
export function BasketResult({ result, onAnother }: BasketResultProps) {
  const { t } = useTranslation('basket');
  const { t: trade } = useTranslation('trade');
  const orders = result.legs.flatMap(({ order }) => (order === undefined ? [] : [order]));
  return (
    <section aria-label={t('results')} aria-live="polite" className="pt-2">
      <h2 className="px-4 text-title">{t('results')}</h2>
      <List label={t('results')}>
        {orders.map((order) => (
          <Row
            key={order.id}
            title={
              <>
                <span className={order.side === 'buy' ? 'text-up' : 'text-down'}>{trade(order.side)}</span>{' '}
                {order.symbol}
              </>
            }
            detail={
              <>
                <Quantity value={order.quantityFilled} />/<Quantity value={order.quantity} />
              </>
            }
            value={
              <AveragePrice
                value={order.priceAverage ?? order.priceLimit}
                asset={order.quoteAsset}
                like={order.priceLimit}
              />
            }
            valueDetail={<Badge tone={STATE_TONES[order.state]}>{trade(stateInList(order.state))}</Badge>}
          />
        ))}
      </List>
      <div className="flex gap-3 p-4 *:flex-1">
        <Button size="medium" tone="secondary" render={<PathLink href="/pages/stock/order?tab=open" />}>
          {trade('toOrders')}
        </Button>
        <Button size="medium" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </section>
  );
}
