import { useTranslation } from '#locales/i18n.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { useListName, type Watchlists } from './use-watchlists.ts';

/** Which list is seen; nothing where there is one only. */
export function ListChips({
  lists,
  shown,
  show,
  className = 'px-4',
}: Pick<Watchlists, 'lists' | 'shown' | 'show'> & { className?: string }) {
  const { t } = useTranslation('market');
  const nameOf = useListName();
  if (lists === undefined || lists.length < 2) return null;
  return (
    <Chips
      label={t('watchlists')}
      className={className}
      value={shown?.id}
      onValueChange={show}
      items={lists.map((list) => ({ value: list.id, label: nameOf(list) }))}
    />
  );
}
