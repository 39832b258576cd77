import type { OwnPosition } from '@tarazu/protocol';
import { type ReactNode, useState } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useHeld } from '#products/held.ts';
import { productAt } from '#products/list.ts';
import { SkeletonGroup, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List } from '#ui/layout/row.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { OpenOrders } from '#widgets/orders/list/open-orders.tsx';
import { PositionRow } from './position-row.tsx';
import { PositionSheet } from './position-sheet.tsx';

/**
 * The holding and the orders of the instrument on this page; nothing where there is nothing. What stands
 * below waits for the answer, so that it is not pushed down under the eye.
 */
export function OwnHere({ instrumentId, children }: { instrumentId: string; children: ReactNode }) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const { position, isPending } = useOwnPosition(instrumentId);
  const input = { state: 'live', instrumentId, limit: '20' } as const;
  const orders = useCall(productAt(instrumentId).calls.orders, input, { enabled: isSignedIn });
  const [isOpen, setOpen] = useState(false);
  const hasOrders = (orders.data?.list.length ?? 0) > 0;
  if (isSignedIn && (isPending || orders.isPending)) {
    return (
      <div className="px-4 pt-8">
        <SkeletonGroup label={t('loading')}>
          <SkeletonTile height={200} />
        </SkeletonGroup>
      </div>
    );
  }
  return (
    <>
      {position !== undefined && (
        <Section title={t('yourPosition')} flush>
          <List label={t('yourPosition')}>
            <PositionRow position={position} onOpen={() => setOpen(true)} />
          </List>
          <PositionSheet position={position} open={isOpen} onOpenChange={setOpen} />
        </Section>
      )}
      {hasOrders && (
        <Section title={t('yourOrders')} flush>
          <OpenOrders instrumentId={instrumentId} />
        </Section>
      )}
      {children}
    </>
  );
}

function useOwnPosition(instrumentId: string): {
  position: OwnPosition | undefined;
  isPending: boolean;
} {
  const { isSignedIn } = useSession();
  const { query, positions } = useHeld(productAt(instrumentId), { enabled: isSignedIn });
  const isHeld = (one: OwnPosition) =>
    one.instrumentId === instrumentId && compareDecimal(one.quantity, '0') > 0;
  return { position: positions?.find(isHeld), isPending: query.isPending };
}
