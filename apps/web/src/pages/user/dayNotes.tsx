import { FileText } from 'lucide-react';
import { useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Money } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { dayText } from './parts/day-text.ts';

/** Days with trades in shares: each has a contract note. */
export default function ContractNotesPage() {
  const { t } = useTranslation('documents');
  const settings = useFormat();
  const { items, first, query } = useCallPages('stockNoteList', { limit: '30' });
  return (
    <Page flush header={<BackBar title={t('notes')} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={() => query.refetch()}>
        <CallState query={query} data={first} skeleton={<SkeletonRows count={5} />}>
          {() =>
            items.length === 0 ? (
              <EmptyState icon={FileText} title={t('notesNone')} detail={t('notesNoneText')} />
            ) : (
              <>
                <List label={t('notes')}>
                  {items.map((row) => (
                    <Row
                      key={row.day}
                      chevron
                      title={dayText(row.day, settings)}
                      detail={t('fills', { count: row.fills })}
                      value={<Money value={row.turnover} asset="INR" />}
                      valueDetail={
                        <>
                          {t('charges')} <Money value={row.charges} asset="INR" />
                        </>
                      }
                      render={<PathLink href={`/pages/user/dayNote?day=${row.day}`} />}
                    />
                  ))}
                </List>
                <MoreButton query={query} />
              </>
            )
          }
        </CallState>
      </PullToRefresh>
    </Page>
  );
}
