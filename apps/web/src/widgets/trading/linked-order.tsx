import type { OwnOrder } from '@tarazu/protocol';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { spot } from '#products/spot/spot.ts';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { OrderSheet } from '#widgets/orders/order-sheet.tsx';
import type { Kind } from './kinds.ts';

export interface LinkedOrderProps {
  kind: Kind;
  id: string | undefined;
  onClose: () => void;
}

/** The order that the address names, in its sheet over the list. */
export function LinkedOrder({ kind, id, onClose }: LinkedOrderProps) {
  const { isSignedIn } = useSession();
  const isAsked = id !== undefined && isSignedIn;
  const fields = { id: id ?? '' };
  const stock = useCall('stockOrderInfo', fields, { enabled: isAsked && kind === delivery.section });
  const coin = useCall('coinOrderQuery', fields, { enabled: isAsked && kind === spot.section });
  const found = { stock, coin }[kind].data?.order;
  const { actions, layers } = useOrderActions();
  // The order stays in the sheet while it slides away.
  const [shown, setShown] = useState<OwnOrder>();
  if (found !== undefined && found !== shown) setShown(found);
  const isOpen = isAsked && shown?.id === id;
  const leaving = (act: (order: OwnOrder) => void) => (order: OwnOrder) => {
    onClose();
    act(order);
  };
  return (
    <>
      {shown !== undefined && (
        <OrderSheet
          order={shown}
          open={isOpen}
          onOpenChange={onClose}
          actions={{ ...actions, modify: leaving(actions.modify) }}
        />
      )}
      {layers}
    </>
  );
}
