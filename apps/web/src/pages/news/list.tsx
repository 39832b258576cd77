import { getRouteApi, Link } from '@tanstack/react-router';
import { type ItemOf, refreshShown, useCallPages } from '#client/query.ts';
import { newsReadSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { InstrumentTags } from '#widgets/instrument/instrument-tags.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { ZoneNote } from '#widgets/session/zone-note.tsx';

const route = getRouteApi('/pages/news/list');

export default function NewsListPage() {
  const { t } = useTranslation('content');
  const { instrumentId } = route.useSearch();
  const of = instrumentId === undefined ? {} : { instrumentId };
  const { items, first, query } = useCallPages('news', { limit: '30', ...of });
  const read = newsReadSlice.use();
  const subtitle = instrumentId?.split(':').at(-1);
  return (
    <Page flush header={<BackBar title={t('news')} subtitle={subtitle} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        <CallState query={query} data={first} skeleton={<SkeletonRows />}>
          {() => (
            <>
              {items.length === 0 && <EmptyState title={t('noNews')} />}
              <List label={t('news')}>
                {items.map((article) => (
                  <ArticleRow key={article.id} article={article} isRead={read.includes(article.id)} />
                ))}
              </List>
              {items.length > 0 && <ZoneNote />}
              <MoreButton query={query} />
            </>
          )}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}

function ArticleRow({ article, isRead }: { article: ItemOf<'news'>; isRead: boolean }) {
  const { t } = useTranslation('content');
  return (
    <Row
      title={
        <span className={isRead ? 'font-normal' : 'font-semibold'}>
          {!isRead && <span className="sr-only">{t('unreadMark')} </span>}
          {article.title}
        </span>
      }
      detail={
        <>
          <span className="line-clamp-2">{article.summary}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
            <span>
              {article.source} · <TimeText atMs={article.atMs} />
            </span>
            <InstrumentTags instrumentIds={article.instrumentIds} isPlain />
          </span>
        </>
      }
      render={<Link to="/pages/news/detail" search={{ id: article.id }} />}
    />
  );
}
