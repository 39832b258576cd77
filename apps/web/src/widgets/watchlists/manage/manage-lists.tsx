import type { WatchlistNamed } from '@tarazu/protocol';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { invalidate, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ReorderList } from '#ui/layout/reorder-list.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { NameForm } from '#widgets/watchlists/name-form.tsx';
import { useListName, WATCHLIST_CALLS } from '#widgets/watchlists/use-watchlists.ts';
import { useOrder } from './use-order.ts';
import { useReorderWords } from './use-reorder-words.ts';

/** The list that the favourites fill: it is never taken away. */
const FIRST = 'first';

export interface ManageListsProps {
  lists: readonly WatchlistNamed[];
  listsMax: number;
}

/** Own lists: put in order, renamed, deleted, and a new one. */
export function ManageLists({ lists, listsMax }: ManageListsProps) {
  const { t } = useTranslation('watchlists');
  const nameOf = useListName();
  const words = useReorderWords();
  const [renamed, setRenamed] = useState<string>();
  const [asked, setAsked] = useState<WatchlistNamed>();
  const { ids, setOrder } = useOrder(lists.map(({ id }) => id));
  const sayError = useErrorToast();
  const order = useCommand('watchlistsOrder', {
    touches: WATCHLIST_CALLS,
    onFailed: (error) => {
      setOrder(undefined);
      sayError(error);
      // Another device may have taken a list away meanwhile.
      invalidate(...WATCHLIST_CALLS);
    },
  });
  const shown = ids.flatMap((id) => lists.find((list) => list.id === id) ?? []);
  const edited = lists.find(({ id }) => id === renamed);
  return (
    <div className="flex flex-col gap-4">
      <ReorderList
        label={t('lists')}
        words={words}
        onReorder={(made) => {
          setOrder(made);
          order.mutate({ listIds: made.join() });
        }}
        items={shown.map((list) => ({
          id: list.id,
          label: nameOf(list),
          content: (
            <>
              <span className="block truncate text-body font-semibold">{nameOf(list)}</span>
              <span className="block text-small text-muted">
                {t('count', { count: list.instrumentIds.length, number: String(list.instrumentIds.length) })}
              </span>
            </>
          ),
          action: <ListActions list={list} onRename={() => setRenamed(list.id)} onDelete={setAsked} />,
        }))}
      />
      {edited !== undefined ? (
        <NameForm key={edited.id} list={edited} onDone={() => setRenamed(undefined)} />
      ) : lists.length < listsMax ? (
        <NameForm key={lists.length} />
      ) : (
        <p className="text-small text-muted">{t('listsFull', { limit: String(listsMax) })}</p>
      )}
      <DeleteList list={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}

interface ListActionsProps {
  list: WatchlistNamed;
  onRename: () => void;
  onDelete: (list: WatchlistNamed) => void;
}

function ListActions({ list, onRename, onDelete }: ListActionsProps) {
  const { t } = useTranslation('watchlists');
  const name = useListName()(list);
  return (
    <>
      <IconButton icon={Pencil} tone="muted" label={t('rename', { name })} onClick={onRename} />
      {list.id !== FIRST && (
        <IconButton
          icon={Trash2}
          tone="muted"
          label={t('deleteList', { name })}
          onClick={() => onDelete(list)}
        />
      )}
    </>
  );
}

function DeleteList({ list, onClose }: { list: WatchlistNamed | undefined; onClose: () => void }) {
  const { t } = useTranslation('watchlists');
  const sayError = useErrorToast();
  const remove = useCommand('watchlistDel', {
    touches: WATCHLIST_CALLS,
    onDone: () => {
      showToast(t('deleted'), { tone: 'success' });
      onClose();
    },
    onFailed: (error) => {
      sayError(error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={list !== undefined}
      onOpenChange={onClose}
      title={list === undefined ? '' : t('deleteTitle', { name: list.name })}
      confirmLabel={t('delete')}
      cancelLabel={t('keep')}
      tone="danger"
      loading={remove.isPending}
      onConfirm={() => list !== undefined && remove.mutate({ listId: list.id })}
    >
      {t('deleteText')}
    </ConfirmDialog>
  );
}
