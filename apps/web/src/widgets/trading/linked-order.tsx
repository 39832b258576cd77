import type { OwnOrder } from '@tarazu/protocol';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { OrderSheet } from '#widgets/orders/order-sheet.tsx';

export interface LinkedOrderProps {
  kind: Section;
  id: string | undefined;
  onClose: () => void;
}

/** The order that the address names, in its sheet over the list. */
export function LinkedOrder({ kind, id, onClose }: LinkedOrderProps) {
  const { isSignedIn } = useSession();
  const isAsked = id !== undefined && isSignedIn;
  const fields = { id: id ?? '' };
  const asked = useCall(productOfSection(kind).calls.order, fields, { enabled: isAsked });
  const found = asked.data?.order;
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
