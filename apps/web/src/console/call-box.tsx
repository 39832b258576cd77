import type { ReactNode } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { ErrorState } from '#ui/feedback/page-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useErrorText } from './error-text.ts';

export interface CallBoxProps<Data> {
  query: { readonly error: CallError | null; readonly isFetching: boolean; readonly refetch: () => unknown };
  data: Data | undefined;
  children: (data: Data) => ReactNode;
}

/** Loading, refused or failed, there. Old data is shown rather than an error. */
export function CallBox<Data>({ query, data, children }: CallBoxProps<Data>) {
  const { t } = useTranslation('console');
  const textOf = useErrorText();
  if (data !== undefined) return children(data);
  if (query.error === null)
    return (
      <SkeletonGroup label={t('loading')}>
        <SkeletonRows />
      </SkeletonGroup>
    );
  const { title, fix } = textOf(query.error);
  return (
    <ErrorState
      title={title}
      detail={fix}
      retryLabel={t('retry')}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
