import type { InstrumentDetail } from '@tarazu/protocol';
import { type ReactNode, useEffect } from 'react';
import { noteViewed } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { hasLots } from '#products/list.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonChart, SkeletonText, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { BottomBar, Page, Section } from '#ui/layout/app-frame.tsx';
import { AlertBell } from '#widgets/alerts/alert-bell.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import { TradesTape } from '#widgets/book/trades-tape.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { symbolOf, ticketHref } from '#widgets/instrument/ids.ts';
import { PriceHeader } from '#widgets/instrument/price/price-header.tsx';
import { SessionNotice } from '#widgets/instrument/price/session-state.tsx';
import { About } from '#widgets/instrument/profile/about.tsx';
import { CorporateActions } from '#widgets/instrument/profile/corporate-actions.tsx';
import { InstrumentNews } from '#widgets/instrument/profile/instrument-news.tsx';
import { QuoteStats } from '#widgets/instrument/profile/quote-stats.tsx';
import { useSectorName } from '#widgets/instrument/sector-name.ts';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { WatchStar } from '#widgets/instrument/watch-star.tsx';
import { OwnHere } from '#widgets/positions/own-position.tsx';
import { RightsNotice } from '#widgets/rights/rights-notice.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { BandQueue } from '#widgets/venue/band-queue.tsx';
import { VenueNotice } from '#widgets/venue/venue-notice.tsx';

/**
 * A stock or coin whole: price, chart, numbers, one's own,
 * book, tape, news, terms; Sell and Buy stay in reach.
 */
export function InstrumentDetailPage({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  const { query, detail } = useInstrument(instrumentId);
  const sectorName = useSectorName();
  const isKnown = detail !== undefined;
  useEffect(() => {
    if (isKnown) noteViewed(instrumentId);
  }, [isKnown, instrumentId]);
  const symbol = detail?.symbol ?? symbolOf(instrumentId);
  const star = (
    <>
      <AlertBell instrumentId={instrumentId} symbol={symbol} />
      <WatchStar instrumentId={instrumentId} symbol={symbol} />
    </>
  );
  const canTrade = detail !== undefined && detail.kind !== 'index';
  const footer = canTrade ? <SellOrBuy instrumentId={instrumentId} /> : undefined;
  if (instrumentId === '') {
    return (
      <Page header={<BackBar title={t('markets')} />}>
        <EmptyState title={t('noInstrument')} />
      </Page>
    );
  }
  return (
    <Page
      flush
      header={
        <BackBar
          title={symbol}
          subtitle={detail?.sector === undefined ? undefined : sectorName(detail.sector)}
          trailing={star}
        />
      }
      footer={footer}
    >
      <CallState query={query} data={detail} skeleton={<DetailSkeleton />}>
        {(found) => <DetailBody detail={found} />}
      </CallState>
    </Page>
  );
}

function SellOrBuy({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  return (
    <BottomBar>
      <Button tone="sell" render={<PathLink href={ticketHref(instrumentId, 'sell')} />}>
        {t('sell')}
      </Button>
      <Button tone="buy" render={<PathLink href={ticketHref(instrumentId, 'buy')} />}>
        {t('buy')}
      </Button>
    </BottomBar>
  );
}

export function DetailSkeleton(): ReactNode {
  return (
    <>
      <div className="flex flex-col gap-2 px-4 pt-1 pb-3">
        <div className="h-5 w-40 rounded-chip bg-sunken" />
        <div className="h-10 w-48 rounded-chip bg-sunken" />
        <div className="h-5 w-32 rounded-chip bg-sunken" />
      </div>
      <SkeletonChart height={340} />
      <div className="px-4 pt-14">
        <SkeletonTile height={200} />
        <div className="pt-4">
          <SkeletonText lines={4} />
        </div>
      </div>
    </>
  );
}

function DetailBody({ detail }: { detail: InstrumentDetail }) {
  const { t } = useTranslation('market');
  return (
    <>
      <PriceHeader instrument={detail} />
      <div className="px-4 pb-3 empty:hidden">
        <SessionNotice instrument={detail} />
        <VenueNotice instrument={detail} />
      </div>
      <PriceChart instrument={detail} />
      {hasLots(detail) && <RightsNotice instrumentId={detail.instrumentId} />}
      <OwnHere instrumentId={detail.instrumentId}>
        <GttEntry detail={detail} />
        <Section title={t('statistics')}>
          <QuoteStats instrument={detail} />
        </Section>
        <BookSection detail={detail} />
        <Section title={t('trades')}>
          <TradesTape instrument={detail} />
        </Section>
        <CorporateActions instrument={detail} />
        <About instrument={detail} />
        <InstrumentNews instrumentId={detail.instrumentId} />
      </OwnHere>
    </>
  );
}

function BookSection({ detail }: { detail: InstrumentDetail }) {
  const { t } = useTranslation('market');
  const { query, book } = useBook(detail.instrumentId);
  return (
    <Section title={t('book')}>
      <CallState query={query} data={book} skeleton={<SkeletonTile height={220} />}>
        {(levels) => (
          <>
            <div className="pb-3 empty:hidden">
              <BandQueue instrument={detail} book={levels} />
            </div>
            <Depth book={levels} instrument={detail} />
          </>
        )}
      </CallState>
    </Section>
  );
}
