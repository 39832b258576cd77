import type { WatchlistNamed } from '@tarazu/protocol';
import { type FormEvent, useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { sentences } from '#widgets/orders/change/refusal-field.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { useListName, useWatchlists, WATCHLIST_CALLS } from './use-watchlists.ts';

const NAME_LENGTH_MAX = 30;

export interface NameFormProps {
  /** The one to rename; a new one without. */
  list?: WatchlistNamed | undefined;
  onDone?: ((listId: string) => void) | undefined;
}

/** A name for a new list, or another one for a list. */
export function NameForm({ list, onDone }: NameFormProps) {
  const { t } = useTranslation('watchlists');
  const nameOf = useListName();
  const { show } = useWatchlists();
  const textOf = useErrorText();
  const [name, setName] = useState(list === undefined ? '' : nameOf(list));
  const add = useCommand('watchlistAdd', {
    touches: WATCHLIST_CALLS,
    onDone: ({ id }) => {
      showToast(t('made'), { tone: 'success' });
      show(id);
      setName('');
      onDone?.(id);
    },
  });
  const rename = useCommand('watchlistRename', {
    touches: WATCHLIST_CALLS,
    onDone: (_, { listId }) => onDone?.(listId),
  });
  const { error, isPending } = list === undefined ? add : rename;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = name.trim();
    if (list === undefined) add.mutate({ name: written });
    else rename.mutate({ listId: list.id, name: written });
  };
  const said = error === null ? undefined : textOf(error);
  return (
    <form onSubmit={submit} noValidate className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={list === undefined ? t('newName') : t('newNameOf', { name: nameOf(list) })}
          value={name}
          onValueChange={(typed) => {
            add.reset();
            rename.reset();
            setName(typed);
          }}
          aside={<NameLength name={name} />}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          error={said === undefined ? undefined : sentences(said.title, said.fix)}
        />
      </div>
      <Button
        type="submit"
        size="medium"
        className="mb-1 min-h-13"
        loading={isPending}
        disabled={name.trim() === ''}
      >
        {list === undefined ? t('make') : t('save')}
      </Button>
    </form>
  );
}

/** How long the name may be, beside how long it is. */
function NameLength({ name }: { name: string }) {
  const { t } = useTranslation('watchlists');
  const settings = useFormat();
  const written = formatNumber(String(name.length), { settings });
  const limit = formatNumber(String(NAME_LENGTH_MAX), { settings });
  return (
    <span className="number text-small text-muted">
      <span aria-hidden="true">
        {written}/{limit}
      </span>
      <span className="sr-only">{t('nameLength', { written, limit })}</span>
    </span>
  );
}
