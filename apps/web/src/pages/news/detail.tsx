import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { newsReadSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { ArticleText } from '#widgets/content/article-text.tsx';
import { InstrumentTags } from '#widgets/instrument/instrument-tags.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { ShareButton } from '#widgets/session/share-button.tsx';

const route = getRouteApi('/pages/news/detail');

export default function NewsDetailPage() {
  const { t } = useTranslation('content');
  const { id } = route.useSearch();
  const article = useCall('newsInfo', { id }, { freshMs: 300_000 });
  const shownId = article.data?.id;
  useEffect(() => {
    if (shownId === undefined || newsReadSlice.get().includes(shownId)) return;
    newsReadSlice.update((read) => [shownId, ...read]);
  }, [shownId]);
  const share = article.data === undefined ? undefined : <ShareButton title={article.data.title} />;
  return (
    <Page header={<BackBar title={t('news')} trailing={share} />}>
      <CallState query={article} data={article.data} skeleton={<SkeletonText lines={10} />}>
        {(shown) => <Article article={shown} />}
      </CallState>
    </Page>
  );
}

function Article({ article }: { article: CallOutput<'newsInfo'> }) {
  const { t } = useTranslation('content');
  return (
    <article className="pt-2">
      <h2 className="text-title text-balance">{article.title}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-muted">
        <span>
          {t('source')} {article.source} · <TimeText atMs={article.atMs} zone />
        </span>
        <MarketLabel />
      </p>
      <p className="mt-4 text-body font-semibold">{article.summary}</p>
      {article.blocks === undefined ? (
        article.paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-4 text-body">
            {paragraph}
          </p>
        ))
      ) : (
        <ArticleText blocks={article.blocks} />
      )}
      {article.instrumentIds.length > 0 && (
        <section className="mt-6">
          <h3 className="mb-2 text-small font-medium text-muted">{t('instruments')}</h3>
          <div className="flex flex-wrap gap-2">
            <InstrumentTags instrumentIds={article.instrumentIds} />
          </div>
        </section>
      )}
    </article>
  );
}
