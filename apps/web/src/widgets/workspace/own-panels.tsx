import type { OwnPosition } from '@tarazu/protocol';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useHeld } from '#products/held.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { List } from '#ui/layout/row.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { OrderRow } from '#widgets/orders/list/order-row.tsx';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { PositionRow } from '#widgets/positions/position-row.tsx';
import { PositionSheet } from '#widgets/positions/position-sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { PanelHead } from './panel-head.tsx';

const ORDERS_MAX = '50';
const AGAIN_MS = 30_000;

/** Own open orders of the side that is traded, whatever their instrument. */
export function OrdersPanel({ section }: { section: Section }) {
  const { t } = useTranslation('workspace');
  const { isSignedIn } = useSession();
  const orders = useCall(
    productOfSection(section).calls.orders,
    { state: 'live', limit: ORDERS_MAX },
    { enabled: isSignedIn },
  );
  const { actions, layers } = useOrderActions();
  return (
    <section
      id="workspace-orders"
      tabIndex={-1}
      aria-label={t('openOrders')}
      className="flex h-full flex-col -outline-offset-2"
    >
      <PanelHead title={t('openOrders')} />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {!isSignedIn && (
          <div className="p-3">
            <SignInCard />
          </div>
        )}
        {isSignedIn && (
          <CallState query={orders} data={orders.data?.list} skeleton={<SkeletonRows count={2} />}>
            {(list) =>
              list.length === 0 ? (
                <p className="p-3 text-small text-muted">{t('noOrders')}</p>
              ) : (
                <List label={t('openOrders')}>
                  {list.map((order) => (
                    <OrderRow key={order.id} order={order} actions={actions} />
                  ))}
                </List>
              )
            }
          </CallState>
        )}
      </div>
      {layers}
    </section>
  );
}

/** Own positions of the side that is traded. */
export function PositionsPanel({ section }: { section: Section }) {
  const { t } = useTranslation('workspace');
  const { isSignedIn } = useSession();
  const options = { enabled: isSignedIn, everyMs: AGAIN_MS };
  const { query, positions: held } = useHeld(productOfSection(section), options);
  const list = held?.filter((position) => compareDecimal(position.quantity, '0') > 0);
  const [opened, setOpened] = useState<OwnPosition>();
  const [isOpen, setOpen] = useState(false);
  const open = (position: OwnPosition) => {
    setOpened(position);
    setOpen(true);
  };
  return (
    <section
      id="workspace-positions"
      tabIndex={-1}
      aria-label={t('positions')}
      className="flex h-full flex-col -outline-offset-2"
    >
      <PanelHead title={t('positions')} />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {isSignedIn ? (
          <CallState query={query} data={list} skeleton={<SkeletonRows count={2} />}>
            {(positions) =>
              positions.length === 0 ? (
                <p className="p-3 text-small text-muted">{t('noPositions')}</p>
              ) : (
                <List label={t('positions')}>
                  {positions.map((position) => (
                    <PositionRow key={position.instrumentId} position={position} onOpen={open} />
                  ))}
                </List>
              )
            }
          </CallState>
        ) : (
          <p className="p-3 text-small text-muted">{t('noPositions')}</p>
        )}
      </div>
      {opened !== undefined && <PositionSheet position={opened} open={isOpen} onOpenChange={setOpen} />}
    </section>
  );
}
