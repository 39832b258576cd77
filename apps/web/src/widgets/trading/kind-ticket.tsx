import { lastInstrumentSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Section } from '#products/list.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { TicketPanel, type TicketPanelProps } from '#widgets/ticket/ticket-panel.tsx';
import { useMostTraded } from './use-most-traded.ts';

export interface KindTicketProps extends Omit<TicketPanelProps, 'instrumentId'> {
  kind: Section;
  instrumentId: string | undefined;
}

/** The ticket of what the address names, of the last one of this kind, or of the one that is traded most. */
export function KindTicket({ kind, instrumentId, ...props }: KindTicketProps) {
  const { t } = useTranslation('trade');
  const last = lastInstrumentSlice.use()[kind];
  const isUnknown = instrumentId === undefined && last === undefined;
  const { query, data } = useMostTraded(kind, { enabled: isUnknown });
  const chosen =
    instrumentId ?? last ?? (data === undefined ? undefined : (data.list[0]?.instrumentId ?? ''));
  return (
    <CallState query={query} data={chosen} skeleton={<SkeletonTile height={320} />}>
      {(id) =>
        id === '' ? (
          <EmptyState title={t('nothingToTrade')} />
        ) : (
          <TicketPanel {...props} instrumentId={id} below={(profile) => <GttEntry profile={profile} />} />
        )
      }
    </CallState>
  );
}
