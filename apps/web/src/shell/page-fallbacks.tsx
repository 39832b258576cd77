import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/units';
import { Compass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/page-state.tsx';
import { SkeletonGroup, SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { BackBar } from './app-bars.tsx';

/** How long a page may load before it says so; its code may come for another minute. */
const PAGE_TIMEOUT_MS = MINUTE_MS;

/** Stands in for a page whose code takes longer than 200 ms: the shapes of a page and the annulus loader. */
export function PagePending() {
  const { t } = useTranslation('shell');
  if (useIsLate(PAGE_TIMEOUT_MS)) {
    return (
      <Page header={<BackBar title={t('errorPage')} />}>
        <ErrorState
          title={t('chunkTitle')}
          detail={t('chunkText')}
          retryLabel={t('retry')}
          onRetry={() => window.location.reload()}
        />
      </Page>
    );
  }
  return (
    <Page flush>
      <SkeletonGroup label={t('loading')}>
        <div className="flex h-14 items-center justify-between px-4">
          <div className="h-7 w-32 rounded-chip bg-sunken" />
          <Spinner />
        </div>
        <div className="px-4 pb-4">
          <SkeletonTile height={112} />
        </div>
        <SkeletonRows count={5} />
      </SkeletonGroup>
    </Page>
  );
}

function useIsLate(afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLate;
}

/** The page's code did not come, or the page broke: what happened, and a way on. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const isChunk = error instanceof Error && error.name === 'ChunkError';
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page header={<BackBar title={t('errorPage')} />}>
      <ErrorState
        title={isChunk ? t('chunkTitle') : t('brokenTitle')}
        detail={isChunk ? t('chunkText') : t('brokenText')}
        retryLabel={t('retry')}
        onRetry={isChunk ? () => window.location.reload() : retry}
      />
    </Page>
  );
}

export function PageNotFound() {
  const { t } = useTranslation('shell');
  return (
    <Page header={<BackBar title={t('notFoundPage')} />}>
      <EmptyState
        icon={Compass}
        title={t('notFoundTitle')}
        detail={t('notFoundText')}
        action={
          <Button size="medium" render={<Link to="/pages/tabbar/home" />}>
            {t('toHome')}
          </Button>
        }
      />
    </Page>
  );
}
