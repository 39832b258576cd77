import type { InstrumentProfile } from '@tarazu/protocol';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import type { Placed } from '#products/attempt.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { productIn } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { positionsHref } from '#widgets/instrument/ids.ts';
import { OrderBody } from '#widgets/orders/detail/order-body.tsx';
import { useOrder } from '#widgets/orders/detail/use-order.ts';
import { isLive, useOrderTitle } from '#widgets/orders/words.ts';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Placing } from './use-placement.ts';

export interface ResultSheetProps {
  placing: Placing;
  profile: InstrumentProfile;
  /** After it was read: the quantity is emptied, so that no finger repeats it. */
  onAnother: () => void;
}

/** The whole life of the order that was just sent, live while it goes on. */
export function ResultSheet({ placing, profile, onAnother }: ResultSheetProps) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const placed = placing.placement.phase === 'placed' ? placing.placement.placed : undefined;
  // The order stays in the sheet while it slides away.
  const [shown, setShown] = useState(placed);
  if (placed !== undefined && placed !== shown) setShown(placed);
  const footer = (
    <>
      <Button
        size="medium"
        tone="secondary"
        render={<PathLink href={shown === undefined ? '' : orderHref(profile, shown.order)} />}
      >
        {t('toOrders')}
      </Button>
      <Button size="medium" render={<PathLink href={positionsHref(profile.instrumentId)} />}>
        {t('toPosition')}
      </Button>
    </>
  );
  return (
    <Sheet
      open={placed !== undefined}
      onOpenChange={onAnother}
      title={shown === undefined ? '' : titleOf(shown.order)}
      closeLabel={t('close')}
      footer={footer}
    >
      {shown !== undefined && <PlacedOrder placed={shown} />}
    </Sheet>
  );
}

/** The order in its list: among the open ones, those that wait, or the ended. */
function orderHref({ kind, instrumentId }: InstrumentProfile, order: Placed['order']): string {
  const tab = !isLive(order) ? 'history' : order.state === 'new' ? 'waiting' : 'open';
  const page = (productIn({ kind }) ?? delivery).pages.ticket;
  const search = new URLSearchParams({ tab, instrumentId, order: order.id });
  return `${page}?${search}`;
}

function PlacedOrder({ placed }: { placed: Placed }) {
  const { order, fills } = useOrder(placed.order, placed.fills);
  return <OrderBody order={order} fills={fills ?? placed.fills} />;
}
