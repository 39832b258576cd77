import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

export interface AttachedOrder {
  readonly id: string;
  readonly symbol: string;
}

export interface OrderSheetProps {
  isOpen: boolean;
  onClose: () => void;
  onChoose: (order: AttachedOrder) => void;
}

const SHOWN = '15';

/** The latest orders of both kinds: a tap attaches one. */
export function OrderSheet({ isOpen, onClose, onChoose }: OrderSheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()} title={t('attachOrder')}>
      <Orders onChoose={onChoose} />
    </Sheet>
  );
}

function Orders({ onChoose }: Pick<OrderSheetProps, 'onChoose'>) {
  const { t } = useTranslation('chat');
  const stocks = useCall('stockOrders', { limit: SHOWN });
  const coins = useCall('coinOrders', { limit: SHOWN });
  const isThere = stocks.data !== undefined && coins.data !== undefined;
  const query = stocks.error === null ? coins : stocks;
  const orders = [...(stocks.data?.list ?? []), ...(coins.data?.list ?? [])].toSorted(
    (one, other) => other.placedAtMs - one.placedAtMs,
  );
  return (
    <CallState query={query} data={isThere ? orders : undefined} skeleton={<SkeletonRows />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={t('noOrders')} detail={t('noOrdersHelp')} />
        ) : (
          <List label={t('attachOrder')}>
            {list.map(({ id, symbol, side, placedAtMs }) => (
              <Row
                key={id}
                compact
                title={`${symbol} · ${t(`side_${side}`)}`}
                detail={<TimeText atMs={placedAtMs} />}
                onClick={() => onChoose({ id, symbol })}
              />
            ))}
          </List>
        )
      }
    </CallState>
  );
}
