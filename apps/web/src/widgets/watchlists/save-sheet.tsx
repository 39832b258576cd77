import type { WatchlistNamed } from '@tarazu/protocol';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Checkbox } from '#ui/fields/toggle.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { NameForm } from './name-form.tsx';
import { useListName, useWatchlists, WATCHLIST_CALLS } from './use-watchlists.ts';

export interface SaveSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrumentId: string;
  symbol: string;
}

/** The lists in which an instrument stands, a tick each. */
export function SaveSheet({ open, onOpenChange, instrumentId, symbol }: SaveSheetProps) {
  const { t } = useTranslation('watchlists');
  const { lists = [], listsMax } = useWatchlists();
  const sayError = useErrorToast();
  const options = { touches: WATCHLIST_CALLS, onFailed: sayError };
  const add = useCommand('watchlistItemAdd', options);
  const remove = useCommand('watchlistItemDel', options);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('saveTo', { symbol })} closeLabel={t('close')}>
      <div className="flex flex-col gap-4 pb-4">
        <fieldset className="flex flex-col">
          <legend className="sr-only">{t('lists')}</legend>
          {lists.map((list) => (
            <ListTick
              key={list.id}
              list={list}
              isIn={list.instrumentIds.includes(instrumentId)}
              disabled={add.isPending || remove.isPending}
              onChange={(isIn) => (isIn ? add : remove).mutate({ listId: list.id, instrumentId })}
            />
          ))}
        </fieldset>
        {lists.length < listsMax && (
          <NameForm key={lists.length} onDone={(listId) => add.mutate({ listId, instrumentId })} />
        )}
      </div>
    </Sheet>
  );
}

interface ListTickProps {
  list: WatchlistNamed;
  isIn: boolean;
  disabled: boolean;
  onChange: (isIn: boolean) => void;
}

function ListTick({ list, isIn, disabled, onChange }: ListTickProps) {
  const nameOf = useListName();
  return (
    <Checkbox checked={isIn} disabled={disabled} onCheckedChange={onChange}>
      {nameOf(list)}
    </Checkbox>
  );
}
