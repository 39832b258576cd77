import type { OwnOrder } from '@tarazu/protocol';
import { EllipsisVertical, Pencil, X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { OrderActions } from '#widgets/orders/actions.ts';
import { isChangeable, isLive, STATE_TONES, stateInList, useOrderTitle } from '#widgets/orders/words.ts';
import { OrderKind, OrderPrice, useOrderReason } from './order-cells.tsx';
import { OrderDistance, OrderLast } from './order-distance.tsx';

export interface OrderTableProps {
  orders: readonly OwnOrder[];
  label: string;
  actions: OrderActions;
}

/** Orders where the screen has room: one line each, the same figure below the same head. */
export default function OrderTable({ orders, label, actions }: OrderTableProps) {
  const { t } = useTranslation('workspace');
  const { t: trade } = useTranslation('trade');
  return (
    <table className="w-full text-body">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line text-right text-small text-muted *:px-2 *:py-2 *:font-medium">
          <th scope="col" className="text-left first:pl-4">
            {t('columnOrder')}
          </th>
          <th scope="col" className="text-left">
            {t('columnTime')}
          </th>
          <th scope="col" className="text-left">
            {trade('orderType')}
          </th>
          <th scope="col">{trade('filledOf')}</th>
          <th scope="col">{t('columnPrice')}</th>
          <th scope="col">{orders.every(isLive) ? trade('priceNow') : t('columnState')}</th>
          <th scope="col">
            <span className="sr-only">{t('columnActions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} actions={actions} />
        ))}
      </tbody>
    </table>
  );
}

function OrderLine({ order, actions }: { order: OwnOrder; actions: OrderActions }) {
  const { t } = useTranslation('trade');
  const isBuy = order.side === 'buy';
  const reason = useOrderReason(order);
  return (
    <tr className="border-b border-line text-right *:px-2 *:py-1 hover:bg-sunken">
      <th scope="row" className="text-left font-semibold first:pl-4">
        <button
          type="button"
          className="target min-h-11 text-left hover:underline"
          onClick={() => actions.open(order)}
        >
          <span className={isBuy ? 'text-up' : 'text-down'}>{isBuy ? t('buy') : t('sell')}</span>{' '}
          {order.symbol}
        </button>
      </th>
      <td className="whitespace-nowrap text-left text-small text-muted">
        <TimeText atMs={order.placedAtMs} />
      </td>
      <td className="text-left text-small">
        <OrderKind order={order} />
      </td>
      <td className="whitespace-nowrap">
        <Quantity value={order.quantityFilled} />/<Quantity value={order.quantity} />
      </td>
      <td className="font-semibold">
        <OrderPrice order={order} />
      </td>
      <td className="text-small text-muted">
        {isLive(order) ? (
          <>
            <span className="block text-body text-ink">
              <OrderLast order={order} bare />
            </span>
            <OrderDistance order={order} />
          </>
        ) : (
          <>
            <Badge tone={STATE_TONES[order.state]}>{t(stateInList(order.state))}</Badge>
            {reason !== undefined && <span className="block pt-0.5">{reason}</span>}
          </>
        )}
      </td>
      <td className="w-0 whitespace-nowrap pr-2">
        <LineActions order={order} actions={actions} />
      </td>
    </tr>
  );
}

/** Buttons for what a swipe does on a phone, where there is room for three. */
function LineActions({ order, actions }: { order: OwnOrder; actions: OrderActions }) {
  const { t } = useTranslation('workspace');
  const { t: trade } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const title = titleOf(order);
  const hasRoom = useScreenShape() === 'desktop';
  return (
    <span className="flex justify-end">
      {hasRoom && isChangeable(order) && (
        <IconButton
          icon={Pencil}
          tone="muted"
          label={t('changeOf', { order: title })}
          onClick={() => actions.modify(order)}
        />
      )}
      {hasRoom && isLive(order) && (
        <IconButton
          icon={X}
          tone="muted"
          label={t('cancelOf', { order: title })}
          onClick={() => actions.cancel(order)}
        />
      )}
      <IconButton
        icon={EllipsisVertical}
        tone="muted"
        label={trade('menuOf', { order: title })}
        onClick={() => actions.menu(order)}
      />
    </span>
  );
}
