import type { OrderQueue, OwnFill, OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { termsOf } from '#products/list.ts';
import { FactList, type FactListProps } from '#ui/layout/tile.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Percent, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { FixedNote } from '#widgets/orders/fixed-note.tsx';
import { OrderDistance, OrderLast } from '#widgets/orders/list/order-distance.tsx';
import { awaits, isLive, isPriced, useBoughtText } from '#widgets/orders/words.ts';
import { OrderCharges } from './charges.tsx';
import { FillList } from './fill-list.tsx';
import { OrderLife } from './order-life.tsx';
import { QueuePlace } from './queue-place.tsx';

export interface OrderBodyProps {
  order: OwnOrder;
  fills: readonly OwnFill[];
  queue?: OrderQueue | undefined;
}

/** All of one order: its life, its terms, what it cost, its fills. */
export function OrderBody({ order, fills, queue }: OrderBodyProps) {
  const { t } = useTranslation('trade');
  const bought = useBoughtText()(order);
  const facts = useTermFacts(order);
  return (
    <div className="flex flex-col gap-5 pb-2">
      {bought !== undefined && <p className="number text-heading">{bought}</p>}
      <OrderLife order={order} />
      <div className="rounded-tile bg-sunken p-4">
        <FactList facts={facts} />
        <div className="mt-2 border-t border-line pt-1">
          <OrderCharges order={order} open />
        </div>
      </div>
      <FixedNote order={order} />
      {queue !== undefined && isLive(order) && (
        <div className="rounded-tile bg-sunken p-4">
          <QueuePlace queue={queue} />
        </div>
      )}
      {fills.length > 0 && (
        <section aria-label={t('fills')}>
          <h3 className="text-heading">{t('fills')}</h3>
          <FillList fills={fills} />
        </section>
      )}
    </div>
  );
}

interface AwaitedPriceProps {
  order: OwnOrder;
  row: 'trigger' | 'limit';
}

/** The order's limit or trigger; below the one that it waits for, how far that stands from the last price. */
function AwaitedPrice({ order, row }: AwaitedPriceProps) {
  return (
    <span className="flex flex-col items-end">
      <Price value={row === 'trigger' ? order.triggerPrice : order.priceLimit} asset={order.quoteAsset} />
      {awaits(order) === row && (
        <span className="text-small font-normal text-muted">
          <OrderDistance order={order} whole />
        </span>
      )}
    </span>
  );
}

/** The terms that every order has, and those of its own. */
function useTermFacts(order: OwnOrder): FactListProps['facts'] {
  const { t } = useTranslation('trade');
  const limitLabel = isPriced(order)
    ? t('type_limit')
    : order.side === 'buy'
      ? t('worstBuy')
      : t('worstSell');
  const held =
    order.side === 'buy' ? (
      <PlainMoney value={order.held} asset={order.quoteAsset} />
    ) : (
      <Quantity value={order.held} />
    );
  return [
    ...(order.priceAverage === undefined
      ? []
      : [
          {
            label: t('averagePrice'),
            help: <TermHelp label={t('averagePrice')} terms={['averagePrice']} />,
            value: <AveragePrice value={order.priceAverage} asset={order.quoteAsset} />,
            strong: true,
          },
        ]),
    ...(order.priceWithCharges === undefined
      ? []
      : [
          {
            label: t('averageWithCharges'),
            value: <AveragePrice value={order.priceWithCharges} asset={order.quoteAsset} />,
          },
        ]),
    {
      label: limitLabel,
      help: <TermHelp label={limitLabel} terms={[isPriced(order) ? 'limit' : 'priceWorst']} />,
      value: <AwaitedPrice order={order} row="limit" />,
    },
    ...(isLive(order) ? [{ label: t('priceNow'), value: <OrderLast order={order} bare /> }] : []),
    ...(order.priceAverage === undefined
      ? []
      : [{ label: t('value'), value: <PlainMoney value={order.value} asset={order.quoteAsset} /> }]),
    {
      label: t('orderType'),
      help: <TermHelp label={t('orderType')} terms={[order.type, order.validity]} />,
      value:
        order.type === 'market'
          ? t('type_market')
          : `${t(`type_${order.type}`)} · ${t(`validity_${order.validity}`)}`,
    },
    ...(order.product === undefined
      ? []
      : [
          {
            label: t('product'),
            help: <TermHelp label={t('product')} terms={termsOf(order.product)} />,
            value: t(`product_${order.product}`),
          },
        ]),
    ...useConditionalFacts(order),
    ...(isLive(order)
      ? [{ label: t('held'), help: <TermHelp label={t('held')} terms={['blocked']} />, value: held }]
      : []),
  ];
}

/** The facts that only some orders have: a trigger, a second leg, a shown part, an end. */
function useConditionalFacts(order: OwnOrder): FactListProps['facts'] {
  const { t } = useTranslation('trade');
  const { triggerPrice, otherLeg, trailDistance, disclosedQuantity, expiresAtMs, quoteAsset, origin } = order;
  const { takeProfitPrice, stopLossPrice, stopLossTrailPercent } = order;
  const price = (value: string) => <Price value={value} asset={quoteAsset} />;
  return [
    ...(triggerPrice === undefined
      ? []
      : [
          {
            label: t('triggerPrice', { asset: currencySymbol(quoteAsset) }),
            value: <AwaitedPrice order={order} row="trigger" />,
          },
        ]),
    ...(takeProfitPrice === undefined
      ? []
      : [
          {
            label: t('takeProfitPrice', { asset: currencySymbol(quoteAsset) }),
            value: price(takeProfitPrice),
          },
        ]),
    ...(stopLossPrice === undefined
      ? []
      : [{ label: t('stopLossPrice', { asset: currencySymbol(quoteAsset) }), value: price(stopLossPrice) }]),
    ...(stopLossTrailPercent === undefined
      ? []
      : [{ label: t('stopLossTrail'), value: <Percent value={stopLossTrailPercent} /> }]),
    ...(trailDistance === undefined ? [] : [{ label: t('trailDistance'), value: price(trailDistance) }]),
    ...(otherLeg === undefined
      ? []
      : [
          { label: t('otherTrigger'), value: price(otherLeg.triggerPrice) },
          { label: t('otherLimit'), value: price(otherLeg.priceLimit) },
        ]),
    ...(disclosedQuantity === undefined
      ? []
      : [
          {
            label: t('disclosed'),
            help: <TermHelp label={t('disclosed')} terms={['iceberg']} />,
            value: <Quantity value={disclosedQuantity} />,
          },
        ]),
    ...(expiresAtMs === undefined
      ? []
      : [{ label: t('expires'), value: <TimeText atMs={expiresAtMs} show="dateTime" /> }]),
    ...(origin === 'customer' ? [] : [{ label: t('origin'), value: t(`origin_${origin}`) }]),
  ];
}
