import { useTranslation } from 'react-i18next';
import type { CallOutput } from '#client/calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Price, Quantity } from '#ui/number-text.tsx';
import { List, Row } from '#ui/row.tsx';
import { sentences } from '#widgets/orders/refusal-field.ts';
import { STATE_TONES } from '#widgets/orders/words.ts';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Leg } from './legs.ts';

export interface BasketResultProps {
  result: CallOutput<'basketPlace'>;
  legs: readonly Leg[];
  onAnother: () => void;
}

/** What became of each leg. */
export function BasketResult({ result, legs, onAnother }: BasketResultProps) {
  const { t } = useTranslation(['basket', 'trade']);
  return (
    <section aria-label={t('results')} aria-live="polite" className="pt-2">
      <h2 className="px-4 text-title">{t('results')}</h2>
      <List label={t('results')}>
        {result.legs.map(({ clientId, order, refusal }) => {
          const leg = legs.find((one) => one.clientId === clientId);
          const isBuy = leg?.side !== 'sell';
          return (
            <Row
              key={clientId}
              title={
                <>
                  <span className={isBuy ? 'text-up' : 'text-down'}>
                    {isBuy ? t('trade:buy') : t('trade:sell')}
                  </span>{' '}
                  {leg?.symbol ?? ''}
                </>
              }
              detail={
                order === undefined ? (
                  sentences(refusal?.msg ?? '', refusal?.fix ?? '')
                ) : (
                  <>
                    <Quantity value={order.quantityFilled} />/<Quantity value={order.quantity} />
                  </>
                )
              }
              value={
                order === undefined ? undefined : (
                  <Price value={order.priceAverage ?? order.priceLimit} asset={order.quoteAsset} />
                )
              }
              valueDetail={
                order === undefined ? (
                  <Badge tone="danger">{t('trade:state_rejected')}</Badge>
                ) : (
                  <Badge tone={STATE_TONES[order.state]}>{t(`trade:state_${order.state}`)}</Badge>
                )
              }
            />
          );
        })}
      </List>
      <div className="flex gap-3 p-4 *:flex-1">
        <Button size="medium" tone="secondary" render={<PathLink href="/pages/stock/order?tab=open" />}>
          {t('trade:toOrders')}
        </Button>
        <Button size="medium" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </section>
  );
}
