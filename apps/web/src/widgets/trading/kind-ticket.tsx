import { useCall } from '#client/query.ts';
import { lastInstrumentSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { delivery } from '#products/delivery/delivery.ts';
import type { Section } from '#products/list.ts';
import { spot } from '#products/spot/spot.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { TicketPanel, type TicketPanelProps } from '#widgets/ticket/ticket-panel.tsx';

export interface KindTicketProps extends Omit<TicketPanelProps, 'instrumentId'> {
  kind: Section;
  instrumentId: string | undefined;
}

/** The ticket of what the address names, of the last one of this kind, or of the one that is traded most. */
export function KindTicket({ kind, instrumentId, ...props }: KindTicketProps) {
  const { t } = useTranslation('trade');
  const last = lastInstrumentSlice.use()[kind];
  const isUnknown = instrumentId === undefined && last === undefined;
  const stocks = useCall(
    'stockHot',
    { by: 'turnover', limit: '1' },
    { enabled: isUnknown && kind === delivery.section },
  );
  const coins = useCall('coinInfos', { quote: 'USDT' }, { enabled: isUnknown && kind === spot.section });
  const first = { stock: stocks, coin: coins }[kind];
  const chosen =
    instrumentId ?? last ?? (first.data === undefined ? undefined : (first.data.list[0]?.instrumentId ?? ''));
  return (
    <CallState query={first} data={chosen} skeleton={<SkeletonTile height={320} />}>
      {(id) =>
        id === '' ? (
          <EmptyState title={t('nothingToTrade')} />
        ) : (
          <TicketPanel {...props} instrumentId={id} below={(detail) => <GttEntry detail={detail} />} />
        )
      }
    </CallState>
  );
}
