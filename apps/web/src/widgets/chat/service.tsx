import { useRouter } from '@tanstack/react-router';
import { refreshShown, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { AnswerTimes } from './answer-times.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { Requests } from './requests.tsx';
import { ScamNotice } from './scam-notice.tsx';
import { STATE_TEXTS } from './state-texts.ts';

export interface ServiceProps {
  path: '/pages/common/service' | '/pages/user/service';
  /** The conversation that is open; none lists them all. */
  id: string | undefined;
  /** Whether it stands in for an outside chat that did not come. */
  isInstead?: boolean | undefined;
}

/** Chat with customer service. */
export function Service({ path, id, isInstead = false }: ServiceProps) {
  return id === undefined ? (
    <Conversations path={path} isInstead={isInstead} />
  ) : (
    <Conversation key={id} id={id} />
  );
}

function Conversations({ path, isInstead }: Pick<ServiceProps, 'path' | 'isInstead'>) {
  const { t } = useTranslation('chat');
  const router = useRouter();
  const { items, first, query } = useCallPages('chatThreads', { limit: '30' });
  return (
    <Page flush header={<BackBar title={t('service')} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        <div className="grid gap-3 px-4">
          {isInstead && (
            <Notice live title={t('outsideFailed')}>
              {t('outsideFailedText')}
            </Notice>
          )}
          <ScamNotice />
        </div>
        <CallState query={query} data={first} skeleton={<SkeletonRows />}>
          {({ answerTimes, helper }) => (
            <>
              <p className="px-4 pt-4 text-small text-muted">
                {helper && `${t('helperFirst')} `}
                <AnswerTimes times={answerTimes} />
              </p>
              <Section title={t('newQuestion')}>
                <Composer
                  label={t('newQuestion')}
                  draftOf="new"
                  onSent={({ thread }) => void router.navigate({ to: path, search: { id: thread.id } })}
                />
              </Section>
              <Section flush title={t('conversations')}>
                {items.length === 0 && (
                  <EmptyState title={t('noConversations')} detail={t('noConversationsHelp')} />
                )}
                <List label={t('conversations')}>
                  {items.map((thread) => (
                    <Row
                      key={thread.id}
                      title={thread.subject}
                      detail={
                        <>
                          {t(STATE_TEXTS[thread.state])} · <TimeText atMs={thread.lastAtMs} />
                        </>
                      }
                      value={
                        <CountBadge
                          count={thread.unread}
                          label={t('unread', { unread: String(thread.unread) })}
                        />
                      }
                      chevron
                      render={<PathLink href={`${path}?id=${thread.id}`} />}
                    />
                  ))}
                </List>
                <MoreButton query={query} />
              </Section>
              {path === '/pages/user/service' && <Requests />}
            </>
          )}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}
