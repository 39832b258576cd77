import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';

export interface MoreButtonProps {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Reads the next page of a list; nothing at its end. */
export function MoreButton({ query }: MoreButtonProps) {
  const { t } = useTranslation('shell');
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center p-4">
      <Button
        size="medium"
        tone="secondary"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t('more')}
      </Button>
    </div>
  );
}
