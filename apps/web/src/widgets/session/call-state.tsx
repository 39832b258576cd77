import type { ReactNode } from 'react';
import { type CallError, isRefusal, RefusalError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { ErrorLine, ErrorState, RefusedState } from '#ui/feedback/page-state.tsx';
import { SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { RefusalDetail } from './refusal-detail.tsx';
import { hasWay, RefusalWay } from './refusal-way.tsx';
import { useErrorText } from './use-account-actions.ts';

/** The fields of a query that are looked at, so that pages of a list fit too. */
export interface CallStateQuery {
  readonly error: CallError | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface CallStateProps<Data> {
  query: CallStateQuery;
  data: Data | undefined;
  /** Shapes as tall as what will stand here. */
  skeleton: ReactNode;
  /** One part of a page of many: where the call does not come through it says so in a line. */
  part?: boolean | undefined;
  children: (data: Data) => ReactNode;
}

/**
 * The states that each reading page has: loading, refused,
 * failed, there. Old data is shown rather than an error.
 */
export function CallState<Data>({ query, data, skeleton, part, children }: CallStateProps<Data>) {
  const { t } = useTranslation('shell');
  if (data !== undefined) return children(data);
  if (query.error !== null)
    return (
      <CallFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        part={part}
      />
    );
  return <SkeletonGroup label={t('loading')}>{skeleton}</SkeletonGroup>;
}

export interface CallFailedProps {
  error: CallError;
  onRetry: () => void;
  retrying?: boolean | undefined;
  part?: boolean | undefined;
}

export function CallFailed({ error, onRetry, retrying, part = false }: CallFailedProps) {
  const { t } = useTranslation('shell');
  const { title, fix } = useErrorText()(error);
  if (
    isRefusal(error, 'OVERLOADED', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL') ||
    !(error instanceof RefusalError)
  ) {
    const retry = { retryLabel: t('retry'), onRetry, retrying };
    if (!part) return <ErrorState title={title} detail={fix} {...retry} />;
    return (
      <div className="px-4">
        <ErrorLine title={title} {...retry} />
      </div>
    );
  }
  const action = hasWay(error) ? (
    <RefusalWay error={error} />
  ) : (
    <Button size="medium" tone="secondary" loading={retrying} onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return <RefusedState reason={title} fix={fix} detail={<RefusalDetail error={error} />} action={action} />;
}
