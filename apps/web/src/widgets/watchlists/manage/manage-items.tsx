import type { InstrumentRow, WatchlistNamed } from '@tarazu/protocol';
import { Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { invalidate, useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ReorderList } from '#ui/layout/reorder-list.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { symbolOf } from '#widgets/instrument/ids.ts';
import { InstrumentPicker } from '#widgets/instrument/lists/instrument-picker.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { WATCHLIST_CALLS } from '#widgets/watchlists/use-watchlists.ts';
import { useOrder } from './use-order.ts';
import { useReorderWords } from './use-reorder-words.ts';

/** The instruments of a list: put in order, and taken off. */
export function ManageItems({ list }: { list: WatchlistNamed }) {
  const { t } = useTranslation('watchlists');
  const query = useCall('watchlistItems', { listId: list.id });
  return (
    <CallState query={query} data={query.data?.list} skeleton={<SkeletonRows count={3} />}>
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <EmptyState icon={Star} title={t('noItems')} detail={t('noItemsText')} />
          ) : (
            <Items listId={list.id} rows={rows} />
          )}
          <AddItem listId={list.id} />
        </>
      )}
    </CallState>
  );
}

/** Straight into this list, without the way over a page and its star. */
function AddItem({ listId }: { listId: string }) {
  const { t } = useTranslation('watchlists');
  const [isPicking, setPicking] = useState(false);
  const sayError = useErrorToast();
  const add = useCommand('watchlistItemAdd', {
    touches: WATCHLIST_CALLS,
    onDone: (_, { instrumentId }) =>
      showToast(t('added', { name: symbolOf(instrumentId) }), { tone: 'success' }),
    onFailed: sayError,
  });
  return (
    <div className="pt-3">
      <Button
        wide
        size="medium"
        tone="secondary"
        icon={<Icon icon={Plus} size={20} />}
        loading={add.isPending}
        onClick={() => setPicking(true)}
      >
        {t('addItem')}
      </Button>
      <InstrumentPicker
        open={isPicking}
        onOpenChange={setPicking}
        side="stock"
        onChoose={({ instrumentId }) => add.mutate({ listId, instrumentId })}
      />
    </div>
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
            <InstrumentDisc instrumentId={instrumentId} />
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
