import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/page-state.tsx';
import { SkeletonGroup, SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { BackBar } from './app-bars.tsx';

/** Stands in for a page whose code takes longer than 200 ms. */
export function PagePending() {
  const { t } = useTranslation('shell');
  return (
    <Page flush>
      <SkeletonGroup label={t('loading')}>
        <div className="flex h-14 items-center px-4">
          <div className="h-7 w-32 rounded-chip bg-sunken" />
        </div>
        <div className="px-4 pb-4">
          <SkeletonTile height={112} />
        </div>
        <SkeletonRows count={5} />
      </SkeletonGroup>
    </Page>
  );
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
