import type { OwnOrder } from '@tarazu/protocol';
import { ChartCandlestick, type LucideIcon, Pencil, ReceiptText, Repeat2, X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { instrumentHref, ticketHref } from '#widgets/instrument/ids.ts';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { OrderActions } from './actions.ts';
import { FixedNote } from './fixed-note.tsx';
import { repeatInTicket } from './repeat-order.ts';
import { isChangeable, isLive, useOrderTitle } from './words.ts';

export interface OrderMenuProps {
  order: OwnOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  actions: OrderActions;
}

/** All that can be done with one order, in a sheet over its list. */
export function OrderMenu({ order, open, onOpenChange, actions }: OrderMenuProps) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const leave = (action: (order: OwnOrder) => void) => () => {
    onOpenChange(false);
    action(order);
  };
  const icon = (of: LucideIcon) => <Icon icon={of} size={20} className="text-muted" />;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={titleOf(order)} closeLabel={t('close')}>
      <div className="-mx-4 pb-2">
        <List label={titleOf(order)}>
          <Row compact leading={icon(ReceiptText)} title={t('orderWhole')} onClick={leave(actions.open)} />
          {isChangeable(order) && (
            <Row compact leading={icon(Pencil)} title={t('modifyTitle')} onClick={leave(actions.modify)} />
          )}
          {isLive(order) && (
            <Row
              compact
              tone="danger"
              leading={<Icon icon={X} size={20} />}
              title={t('cancelOrder')}
              onClick={leave(actions.cancel)}
            />
          )}
          <Row
            compact
            leading={icon(Repeat2)}
            title={t('anotherOrder')}
            render={
              <PathLink
                href={ticketHref(order.instrumentId, order.side)}
                onFollow={() => repeatInTicket(order)}
              />
            }
          />
          <Row
            compact
            leading={icon(ChartCandlestick)}
            title={t('toInstrument', { symbol: order.symbol })}
            render={<PathLink href={instrumentHref({ instrumentId: order.instrumentId })} />}
          />
        </List>
        <FixedNote order={order} className="px-4 pt-2" />
      </div>
    </Sheet>
  );
}
