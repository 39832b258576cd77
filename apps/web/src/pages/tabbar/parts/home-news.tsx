import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/units';
import { Megaphone } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { noticesReadSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

export function HomeNews() {
  return (
    <>
      <PlatformNotices />
      <News />
    </>
  );
}

function PlatformNotices() {
  const { t } = useTranslation('home');
  const read = noticesReadSlice.use();
  const notices = useCall('platformNotices', { limit: '20' }, { freshMs: MINUTE_MS });
  const newest = notices.data?.list.find(({ id }) => !read.includes(id));
  if (newest === undefined) return null;
  return (
    <div className="mt-6 px-4">
      <Link
        to="/pages/notice/detail"
        search={{ id: newest.id, kind: 'platform' }}
        className="pressable flex min-h-14 items-center gap-3 rounded-tile bg-sunken px-4 py-3"
      >
        <Icon icon={Megaphone} size={20} className="text-brand" />
        <span className="min-w-0 grow">
          <span className="sr-only">{t('notice')} </span>
          <span className="line-clamp-2 text-body font-medium">{newest.title}</span>
        </span>
      </Link>
    </div>
  );
}

function News() {
  const { t } = useTranslation('home');
  const news = useCall('news', { limit: '4' }, { freshMs: MINUTE_MS });
  const all = (
    <Button size="small" tone="quiet" className="-mr-3" render={<Link to="/pages/news/list" />}>
      {t('allNews')}
    </Button>
  );
  return (
    <Section flush title={t('news')} action={all}>
      <CallState part query={news} data={news.data} skeleton={<SkeletonRows count={3} />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('noNews')} />
          ) : (
            <List label={t('news')}>
              {list.map((article) => (
                <Row
                  key={article.id}
                  title={<span className="line-clamp-2">{article.title}</span>}
                  detail={
                    <>
                      {article.source} · <TimeText atMs={article.atMs} />
                    </>
                  }
                  render={<Link to="/pages/news/detail" search={{ id: article.id }} />}
                />
              ))}
            </List>
          )
        }
      </CallState>
    </Section>
  );
}
