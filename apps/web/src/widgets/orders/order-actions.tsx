import type { OwnOrder } from '@tarazu/protocol';
import { type ReactNode, useState } from 'react';
import { CancelOrder } from '#widgets/orders/change/cancel-order.tsx';
import { ModifyOrder } from '#widgets/orders/modify/modify-order.tsx';
import type { OrderActions, PriceChange } from './actions.ts';
import { OrderMenu } from './order-menu.tsx';
import { OrderSheet } from './order-sheet.tsx';

type Layer = 'none' | 'whole' | 'menu' | 'change';

/** The actions that every list of orders lets a hand do, and the layers in which they are done. */
export function useOrderActions(): { actions: OrderActions; layers: ReactNode } {
  const [chosen, setChosen] = useState<OwnOrder>();
  const [layer, setLayer] = useState<Layer>('none');
  const [asked, setAsked] = useState<OwnOrder>();
  const show = (shown: Layer) => (order: OwnOrder) => {
    setChosen(order);
    setLayer(shown);
  };
  const [wish, setWish] = useState<PriceChange>();
  const modify = (order: OwnOrder, wished?: PriceChange) => {
    setWish(wished);
    show('change')(order);
  };
  const actions = { open: show('whole'), menu: show('menu'), modify, cancel: setAsked };
  const common = { onOpenChange: () => setLayer('none'), actions };
  const layers = (
    <>
      {chosen !== undefined && <OrderSheet {...common} order={chosen} open={layer === 'whole'} />}
      {chosen !== undefined && <OrderMenu {...common} order={chosen} open={layer === 'menu'} />}
      {chosen !== undefined && (
        <ModifyOrder
          key={`${chosen.id} ${wish?.price ?? ''} ${wish?.trigger ?? ''}`}
          wish={wish}
          order={chosen}
          open={layer === 'change'}
          onOpenChange={common.onOpenChange}
        />
      )}
      <CancelOrder order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
  return { actions, layers };
}
