import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { ListChips } from '#widgets/watchlists/list-chips.tsx';
import { useWatchlists } from '#widgets/watchlists/use-watchlists.ts';
import { ManageItems } from './manage-items.tsx';
import { ManageLists } from './manage-lists.tsx';

export interface ManageSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The lists in order, their names, and the order within each. */
export function ManageSheet({ open, onOpenChange }: ManageSheetProps) {
  const { t } = useTranslation('watchlists');
  const [part, setPart] = useState<'items' | 'lists'>('items');
  const watchlists = useWatchlists();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')} closeLabel={t('close')}>
      <Segmented
        label={t('title')}
        value={part}
        onValueChange={setPart}
        items={[
          { value: 'items', label: t('items') },
          { value: 'lists', label: t('lists') },
        ]}
      />
      <div className="min-h-[40dvh] pt-3 pb-4">
        <CallState query={watchlists.query} data={watchlists.lists} skeleton={<SkeletonRows count={3} />}>
          {(lists) =>
            part === 'lists' ? (
              <ManageLists lists={lists} listsMax={watchlists.listsMax} />
            ) : (
              <>
                <div className="-mx-5 pb-1">
                  <ListChips {...watchlists} />
                </div>
                {watchlists.shown && <ManageItems key={watchlists.shown.id} list={watchlists.shown} />}
              </>
            )
          }
        </CallState>
      </div>
    </Sheet>
  );
}
