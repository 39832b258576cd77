import { type ItemOf, refreshShown, useCallPages } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { useActText } from './parts/staff-act-text.ts';

/** Acts of staff: about oneself, and on each day in numbers that are signed. */
export default function StaffActsPage() {
  const { t } = useTranslation('chat');
  const { isSignedIn } = useSession();
  return (
    <Page flush header={<BackBar title={t('staffLog')} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        {isSignedIn && <OwnActs />}
        <Days />
      </PullToRefresh>
    </Page>
  );
}

function OwnActs() {
  const { t } = useTranslation('chat');
  const textOf = useActText();
  const { items, first, query } = useCallPages('staffActs', { limit: '30' });
  return (
    <Section flush title={t('aboutYou')}>
      <p className="px-4 text-small text-muted">{t('aboutYouText')}</p>
      <CallState query={query} data={first} skeleton={<SkeletonRows />}>
        {() => (
          <>
            {items.length === 0 && <EmptyState title={t('noActs')} />}
            <List label={t('aboutYou')}>
              {items.map(({ sequence, act, what, staff, atMs }) => (
                <Row
                  key={sequence}
                  compact
                  title={textOf(act, what)}
                  detail={
                    <>
                      {t('staffNumber', { staff })} · <TimeText atMs={atMs} />
                    </>
                  }
                />
              ))}
            </List>
            <MoreButton query={query} />
          </>
        )}
      </CallState>
    </Section>
  );
}

function Days() {
  const { t } = useTranslation('chat');
  const { items, first, query } = useCallPages('staffDays', { limit: '30' });
  return (
    <Section title={t('digest')}>
      <p className="text-small text-muted">{t('digestText')}</p>
      <CallState query={query} data={first} skeleton={<SkeletonRows />}>
        {() => (
          <>
            {items.length === 0 && <EmptyState title={t('noDigest')} />}
            {items.map((day) => (
              <Day key={day.day} day={day} />
            ))}
            <MoreButton query={query} />
          </>
        )}
      </CallState>
    </Section>
  );
}

function Day({ day }: { day: ItemOf<'staffDays'> }) {
  const { t } = useTranslation('chat');
  const textOf = useActText();
  return (
    <Disclosure title={`${day.day} · ${t('digestEntries', { count: day.entries })}`}>
      <dl className="grid grid-cols-[1fr_max-content] gap-x-4 gap-y-1 text-small">
        {day.acts.map(({ act, count }) => (
          <div key={act} className="contents">
            <dt>{textOf(act)}</dt>
            <dd className="number">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="number mt-2 text-small break-all text-muted">{day.hash}</p>
    </Disclosure>
  );
}
