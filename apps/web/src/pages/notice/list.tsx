import { Link } from '@tanstack/react-router';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { refreshShown, useCallPages, useCommand } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { noticesReadSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { List } from '#ui/layout/row.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { ZoneNote } from '#widgets/session/zone-note.tsx';
import { NoticeRow } from './parts/notice-row.tsx';
import { type Topic, TopicBar } from './parts/topic-bar.tsx';

type Kind = 'personal' | 'platform';

const TABS_ID = 'notices';

/** The message center: what concerns me, and what concerns everybody. */
export default function NoticeListPage() {
  const { t } = useTranslation('content');
  const { isSignedIn } = useSession();
  const [kind, setKind] = useState<Kind>(isSignedIn ? 'personal' : 'platform');
  if (!isSignedIn) {
    return (
      <Page flush header={<BackBar title={t('notices')} />}>
        <PlatformNotices />
      </Page>
    );
  }
  return (
    <Page
      flush
      header={
        <BackBar
          title={t('notices')}
          trailing={
            <IconButton
              icon={BellPlus}
              label={t('priceAlerts')}
              render={<Link to="/pages/notice/alerts" />}
            />
          }
        />
      }
    >
      <Tabs
        even
        id={TABS_ID}
        label={t('notices')}
        value={kind}
        onValueChange={setKind}
        items={[
          { value: 'personal', label: t('personal') },
          { value: 'platform', label: t('platform') },
        ]}
      />
      <TabPanel tabsId={TABS_ID} value={kind}>
        <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
          {kind === 'personal' ? <PersonalNotices /> : <PlatformNotices />}
        </PullToRefresh>
      </TabPanel>
    </Page>
  );
}

function PersonalNotices() {
  const { t } = useTranslation('content');
  const [topic, setTopic] = useState<Topic | 'all'>('all');
  const { items, first, query } = useCallPages('noticeList', {
    limit: '30',
    ...(topic !== 'all' && { topic }),
  });
  const say = useErrorToast();
  const readAll = useCommand('noticeRead', { touches: ['noticeList'], onFailed: say });
  return (
    <>
      <TopicBar topic={topic} onTopicChange={setTopic} />
      <CallState query={query} data={first} skeleton={<SkeletonRows />}>
        {({ unread }) => (
          <>
            <ReadAll
              unread={unread}
              isPending={readAll.isPending}
              onPress={() => readAll.mutate({ id: 'all' })}
            />
            {items.length === 0 &&
              (topic === 'all' ? (
                <EmptyState title={t('noPersonal')} detail={t('noPersonalHelp')} />
              ) : (
                <EmptyState title={t('noTopic')} />
              ))}
            <List label={t('personal')}>
              {items.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} kind="personal" isRead={notice.read} />
              ))}
            </List>
            {items.length > 0 && <ZoneNote />}
            <MoreButton query={query} />
          </>
        )}
      </CallState>
    </>
  );
}

function PlatformNotices() {
  const { t } = useTranslation('content');
  const { items, first, query } = useCallPages('platformNotices', { limit: '30' });
  const read = noticesReadSlice.use();
  const unread = items.filter(({ id }) => !read.includes(id)).length;
  const readAll = () => noticesReadSlice.set([...new Set([...items.map(({ id }) => id), ...read])]);
  return (
    <CallState query={query} data={first} skeleton={<SkeletonRows />}>
      {() => (
        <>
          <ReadAll unread={unread} isPending={false} onPress={readAll} />
          {items.length === 0 && <EmptyState title={t('noPlatform')} />}
          <List label={t('platform')}>
            {items.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} kind="platform" isRead={read.includes(notice.id)} />
            ))}
          </List>
          {items.length > 0 && <ZoneNote />}
          <MoreButton query={query} />
        </>
      )}
    </CallState>
  );
}

function ReadAll({
  unread,
  isPending,
  onPress,
}: {
  unread: number;
  isPending: boolean;
  onPress: () => void;
}) {
  const { t } = useTranslation('content');
  if (unread === 0) return null;
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 pr-1 pl-4">
      <p className="text-small text-muted">{t('unread', { unread: String(unread) })}</p>
      <Button size="small" tone="quiet" loading={isPending} onClick={onPress}>
        {t('readAll')}
      </Button>
    </div>
  );
}
