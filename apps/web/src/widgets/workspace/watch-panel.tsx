import type { InstrumentRow } from '@tarazu/protocol';
import { useEffect } from 'react';
import { seedTickers } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { ListChips } from '#widgets/watchlists/list-chips.tsx';
import { EditWatchlists } from '#widgets/watchlists/manage/edit-button.tsx';
import { useListName, useWatchlists } from '#widgets/watchlists/use-watchlists.ts';
import { PanelHead } from './panel-head.tsx';

export interface WatchPanelProps {
  instrumentId: string;
  onChoose: (instrumentId: string) => void;
}

/**
 * Instruments of the watchlist that stands open; for a visitor and an empty list, those that are traded most.
 */
export function useWatched() {
  const { isSignedIn } = useSession();
  const watchlists = useWatchlists();
  const listId = watchlists.shown?.id ?? '';
  const own = useCall('watchlistItems', { listId }, { enabled: listId !== '' });
  const traded = own.data?.list.filter(({ kind }) => kind !== 'index') ?? [];
  const isOwn = traded.length > 0;
  const isUnknown = isSignedIn && (watchlists.lists === undefined || own.isPending);
  const hot = useCall('stockHot', { by: 'turnover', limit: '20' }, { enabled: !isOwn && !isUnknown });
  const list = isOwn ? traded : hot.data?.list;
  return {
    isOwn,
    list,
    query: isUnknown || isOwn ? (listId === '' ? watchlists.query : own) : hot,
    watchlists,
  };
}

export function WatchPanel({ instrumentId, onChoose }: WatchPanelProps) {
  const { t } = useTranslation('workspace');
  const { isSignedIn } = useSession();
  const { isOwn, list, query, watchlists } = useWatched();
  const nameOf = useListName();
  useEffect(() => seedTickers(list ?? []), [list]);
  const title = isOwn && watchlists.shown !== undefined ? nameOf(watchlists.shown) : t('mostTraded');
  return (
    <section aria-label={title} className="flex h-full flex-col">
      <PanelHead title={title}>{isSignedIn && <EditWatchlists />}</PanelHead>
      <ListChips {...watchlists} className="px-2" />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <CallState query={query} data={list} skeleton={<SkeletonRows count={6} />}>
          {(rows) => (
            <ul aria-label={title}>
              {rows.map((row) => (
                <li key={row.instrumentId}>
                  <WatchRow row={row} isActive={row.instrumentId === instrumentId} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          )}
        </CallState>
      </div>
    </section>
  );
}

interface WatchRowProps {
  row: InstrumentRow;
  isActive: boolean;
  onChoose: (instrumentId: string) => void;
}

/** One line, so that a whole list is seen at once. */
function WatchRow({ row, isActive, onChoose }: WatchRowProps) {
  return (
    <button
      type="button"
      aria-current={isActive}
      onClick={() => onChoose(row.instrumentId)}
      className="pressable flex min-h-11 w-full items-center gap-2 border-l-2 border-transparent px-3 text-left text-small -outline-offset-2 [--pressed:var(--bg)] hover:bg-sunken aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft"
    >
      <span className="min-w-0 grow truncate font-semibold">{row.symbol}</span>
      <span className="text-right">
        <LivePrice row={row} className="block font-medium" />
        <LiveChange row={row} className="block" />
      </span>
    </button>
  );
}
