import type { InstrumentRow, WatchlistNamed } from '@tarazu/protocol';
import { Star, Trash2 } from 'lucide-react';
import { invalidate, useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { ReorderList } from '#ui/layout/reorder-list.tsx';
import { shortName } from '#widgets/instrument/price/plain.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { useOrder } from './use-order.ts';
import { useReorderWords } from './use-reorder-words.ts';
import { WATCHLIST_CALLS } from './use-watchlists.ts';

/** The instruments of a list: put in order, and taken off. */
export function ManageItems({ list }: { list: WatchlistNamed }) {
  const { t } = useTranslation('watchlists');
  const query = useCall('watchlistItems', { listId: list.id });
  return (
    <CallState query={query} data={query.data?.list} skeleton={<SkeletonRows count={3} />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={Star} title={t('noItems')} detail={t('noItemsText')} />
        ) : (
          <Items listId={list.id} rows={rows} />
        )
      }
    </CallState>
  );
}

function Items({ listId, rows }: { listId: string; rows: readonly InstrumentRow[] }) {
  const { t } = useTranslation('watchlists');
  const words = useReorderWords();
  const { ids, setOrder } = useOrder(rows.map(({ instrumentId }) => instrumentId));
  const sayError = useErrorToast();
  const order = useCommand('watchlistItemsOrder', {
    touches: WATCHLIST_CALLS,
    onFailed: (error) => {
      setOrder(undefined);
      sayError(error);
      // Another device may have taken a list away meanwhile.
      invalidate(...WATCHLIST_CALLS);
    },
  });
  const remove = useCommand('watchlistItemDel', { touches: WATCHLIST_CALLS, onFailed: sayError });
  const items = ids.flatMap((id) => rows.find((row) => row.instrumentId === id) ?? []);
  return (
    <ReorderList
      label={t('items')}
      words={words}
      onReorder={(made) => {
        setOrder(made);
        order.mutate({ listId, instrumentIds: made.join() });
      }}
      items={items.map(({ instrumentId, symbol, name }) => ({
        id: instrumentId,
        label: symbol,
        content: (
          <div className="flex items-center gap-3">
            <InitialsDisc name={shortName(symbol)} seed={instrumentId} />
            <span className="min-w-0">
              <span className="block truncate text-body font-semibold">{symbol}</span>
              <span className="block truncate text-small text-muted">{name}</span>
            </span>
          </div>
        ),
        action: (
          <IconButton
            icon={Trash2}
            tone="muted"
            label={t('removeItem', { name: symbol })}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ listId, instrumentId })}
          />
        ),
      }))}
    />
  );
}
