import { useSearch } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { AlertBell } from '#widgets/alerts/alert-bell.tsx';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { symbolOf } from '#widgets/instrument/ids.ts';
import { InstrumentList } from '#widgets/instrument/lists/instrument-list.tsx';
import { PriceHeader } from '#widgets/instrument/price/price-header.tsx';
import { About } from '#widgets/instrument/profile/about.tsx';
import { QuoteStats, statisticTerms } from '#widgets/instrument/profile/quote-stats.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { WatchStar } from '#widgets/instrument/watch-star.tsx';
import {
  InstrumentPageSkeleton,
  LyingActions,
  LyingChart,
  PriceLine,
} from '#widgets/instrument-page/instrument-page.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

/** An index with its chart, its numbers and its members. */
export default function IndexPage() {
  const { t } = useTranslation('market');
  const { instrumentId } = useSearch({ from: '/pages/stock/index' });
  const { query, profile, members } = useInstrument(instrumentId);
  const symbol = profile?.symbol ?? symbolOf(instrumentId);
  const isLying = useScreenShape() === 'lying';
  const star = (
    <>
      <AlertBell instrumentId={instrumentId} symbol={symbol} />
      <WatchStar instrumentId={instrumentId} symbol={symbol} />
    </>
  );
  if (instrumentId === '') {
    return (
      <Page header={<BackBar title={t('indices')} />}>
        <EmptyState title={t('noInstrument')} />
      </Page>
    );
  }
  return (
    <Page
      flush
      room="overview"
      header={
        <BackBar
          title={symbol}
          subtitle={isLying && profile !== undefined ? <PriceLine profile={profile} /> : undefined}
          trailing={isLying && profile !== undefined ? <LyingActions {...{ star, profile }} /> : star}
        />
      }
    >
      <CallState query={query} data={profile} skeleton={<InstrumentPageSkeleton />}>
        {(found) => (
          <Overview
            first={
              <>
                {isLying ? (
                  <LyingChart profile={found} />
                ) : (
                  <>
                    <PriceHeader instrument={found} />
                    <PriceChart instrument={found} />
                  </>
                )}
                <Section
                  title={t('statistics')}
                  help={<TermHelp label={t('statistics')} terms={statisticTerms(found)} />}
                >
                  <QuoteStats instrument={found} />
                </Section>
                <About instrument={found} />
              </>
            }
            second={
              <Section title={t('members')} flush>
                {members === undefined || members.length === 0 ? (
                  <p className="px-4 text-body text-muted">{t('noMembers')}</p>
                ) : (
                  <InstrumentList list={members} label={t('members')} />
                )}
              </Section>
            }
          />
        )}
      </CallState>
    </Page>
  );
}
