import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { call } from '#client/api.ts';
import { invalidate, useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { noticesReadSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { useIsBuilt } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { ArticleText } from '#widgets/content/article-text.tsx';
import { InstrumentTags } from '#widgets/instrument/instrument-tags.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { ShareButton } from '#widgets/session/share-button.tsx';
import type { NoticeFacts } from './parts/notice-row.tsx';

const route = getRouteApi('/pages/notice/detail');

export default function NoticeDetailPage() {
  const { kind } = route.useSearch();
  return kind === 'personal' ? <Personal /> : <Platform />;
}

function Personal() {
  const { id } = route.useSearch();
  const { isSignedIn } = useSession();
  const notices = useCall('noticeList', { limit: '100' }, { enabled: isSignedIn });
  const notice = notices.data?.list.find((candidate) => candidate.id === id);
  const isUnread = notice?.read === false;
  useEffect(() => {
    if (!isUnread) return;
    // A mark that could not be set is set when the message is opened the next time.
    call('noticeRead', { id }).then(
      () => invalidate('noticeList'),
      () => undefined,
    );
  }, [id, isUnread]);
  return (
    <NoticePage title={notice?.title} canShare={false}>
      <CallState query={notices} data={notices.data} skeleton={<SkeletonText lines={5} />}>
        {() => <NoticeText notice={notice} link={notice?.link} />}
      </CallState>
    </NoticePage>
  );
}

function Platform() {
  const { id } = route.useSearch();
  const notices = useCall('platformNotices', { limit: '100' });
  const notice = notices.data?.list.find((candidate) => candidate.id === id);
  useEffect(() => {
    if (notice === undefined || noticesReadSlice.get().includes(notice.id)) return;
    noticesReadSlice.update((read) => [notice.id, ...read]);
  }, [notice]);
  return (
    <NoticePage title={notice?.title} canShare>
      <CallState query={notices} data={notices.data} skeleton={<SkeletonText lines={5} />}>
        {() => <NoticeText notice={notice} link={undefined} />}
      </CallState>
    </NoticePage>
  );
}

function NoticePage(props: { title: string | undefined; canShare: boolean; children: ReactNode }) {
  const { t } = useTranslation('content');
  const share = props.canShare && props.title !== undefined ? <ShareButton title={props.title} /> : undefined;
  return <Page header={<BackBar title={t('notice')} trailing={share} />}>{props.children}</Page>;
}

function NoticeText({ notice, link }: { notice: NoticeFacts | undefined; link: string | undefined }) {
  const { t } = useTranslation('content');
  const isBuilt = useIsBuilt();
  if (notice === undefined) return <EmptyState title={t('noticeGone')} />;
  return (
    <article className="pt-2">
      <h2 className="text-title text-balance">{notice.title}</h2>
      <p className="mt-1 text-small text-muted">
        <TimeText atMs={notice.atMs} zone />
      </p>
      {notice.blocks === undefined ? (
        <p className="mt-4 text-body whitespace-pre-line">{notice.text}</p>
      ) : (
        <ArticleText blocks={notice.blocks} />
      )}
      {notice.instrumentIds !== undefined && notice.instrumentIds.length > 0 && (
        <div className="mt-6 flex flex-wrap gap-2">
          <InstrumentTags instrumentIds={notice.instrumentIds} />
        </div>
      )}
      {link !== undefined && isBuilt(link) && (
        <div className="mt-6">
          <Button tone="secondary" size="medium" render={<PathLink href={link} />}>
            {t('openLink')}
          </Button>
        </div>
      )}
    </article>
  );
}
