import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { instrumentHref, ticketHref } from '#widgets/instrument/ids.ts';
import { OrderBody } from '#widgets/orders/detail/order-body.tsx';
import { useOrder } from '#widgets/orders/detail/use-order.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { OrderActions } from './actions.ts';
import { repeatInTicket } from './repeat-order.ts';
import { isChangeable, isLive, STATE_TONES, useOrderTitle } from './words.ts';

export interface OrderSheetProps {
  order: OwnOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  actions: OrderActions;
}

/** One order whole, in a sheet over its list. */
export function OrderSheet({ order: known, open, onOpenChange, actions }: OrderSheetProps) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const { query, order, fills, queue } = useOrder(known);
  const footer = (
    <>
      {isChangeable(order) ? (
        <Button size="medium" tone="secondary" onClick={() => actions.modify(order)}>
          {t('modifyTitle')}
        </Button>
      ) : (
        <Button
          size="medium"
          tone="secondary"
          render={<PathLink href={instrumentHref({ instrumentId: order.instrumentId })} />}
        >
          {t('toInstrument', { symbol: order.symbol })}
        </Button>
      )}
      {isLive(order) ? (
        <Button size="medium" tone="danger" onClick={() => actions.cancel(order)}>
          {t('cancelOrder')}
        </Button>
      ) : (
        <Button
          size="medium"
          render={
            <PathLink
              href={ticketHref(order.instrumentId, order.side)}
              onFollow={() => repeatInTicket(order)}
            />
          }
        >
          {t('anotherOrder')}
        </Button>
      )}
    </>
  );
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(order)}
      aside={<Badge tone={STATE_TONES[order.state]}>{t(`state_${order.state}`)}</Badge>}
      closeLabel={t('close')}
      footer={footer}
    >
      <CallState query={query} data={fills} skeleton={<SkeletonRows count={4} />}>
        {(shown) => <OrderBody order={order} fills={shown} queue={queue} />}
      </CallState>
    </Sheet>
  );
}
