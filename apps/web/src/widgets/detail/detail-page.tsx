import type { InstrumentDetail } from '@tarazu/protocol';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { noteViewed } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { hasLots } from '#products/list.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonChart, SkeletonText, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { BottomBar, Page, Section } from '#ui/layout/app-frame.tsx';
import { type ScreenShape, useScreenShape } from '#ui/layout/screen.ts';
import { AlertBell } from '#widgets/alerts/alert-bell.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import { TradesTape } from '#widgets/book/trades-tape.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { symbolOf, ticketHref } from '#widgets/instrument/ids.ts';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
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

/** Below what everybody looks at first, so that the chart does not wait for it. */
const CompanyFacts = lazy(() => import('#widgets/instrument/profile/company.tsx'));

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
  const shape = useScreenShape();
  const canTrade = detail !== undefined && detail.kind !== 'index';
  const isLying = shape === 'lying';
  const hasSmallBar = isLying || shape === 'desktop';
  const footer = canTrade && !hasSmallBar ? <SellOrBuy instrumentId={instrumentId} /> : undefined;
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
      room="columns"
      header={
        hasSmallBar && detail !== undefined ? (
          <BackBar
            title={symbol}
            subtitle={<PriceLine detail={detail} />}
            trailing={<SmallSellOrBuy {...{ star, instrumentId, canTrade }} />}
          />
        ) : (
          <BackBar
            title={symbol}
            subtitle={detail?.sector === undefined ? undefined : sectorName(detail.sector)}
            trailing={star}
          />
        )
      }
      footer={footer}
    >
      <CallState query={query} data={detail} skeleton={<DetailSkeleton />}>
        {(found) => <DetailBody detail={found} shape={shape} />}
      </CallState>
    </Page>
  );
}

/** In the bar of a phone on its side, where the chart has the page. */
function PriceLine({ detail }: { detail: InstrumentDetail }) {
  return (
    <>
      <LivePrice row={detail} className="font-semibold text-ink" /> <LiveChange row={detail} />
    </>
  );
}

interface SmallSellOrBuyProps {
  instrumentId: string;
  canTrade: boolean;
  star: ReactNode;
}

function SmallSellOrBuy({ instrumentId, canTrade, star }: SmallSellOrBuyProps) {
  const { t } = useTranslation('market');
  return (
    <span className="flex items-center gap-2">
      {star}
      {canTrade && (
        <>
          <Button size="small" tone="sell" render={<PathLink href={ticketHref(instrumentId, 'sell')} />}>
            {t('sell')}
          </Button>
          <Button size="small" tone="buy" render={<PathLink href={ticketHref(instrumentId, 'buy')} />}>
            {t('buy')}
          </Button>
        </>
      )}
    </span>
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

/** From a tablet on what is read stands beside the chart, in columns that fill themselves. */
const COLUMNS = 'tablet:columns-2 tablet:gap-0 *:tablet:break-inside-avoid';

function DetailBody({ detail, shape }: { detail: InstrumentDetail; shape: ScreenShape }) {
  const { t } = useTranslation('market');
  const notices = (
    <div className="px-4 pb-3 empty:hidden">
      <SessionNotice instrument={detail} />
      <VenueNotice instrument={detail} />
    </div>
  );
  const isLying = shape === 'lying';
  const isDesktop = shape === 'desktop';
  return (
    <>
      {isLying && (
        <div className="h-[calc(100dvh-var(--bar-top)-3rem)] min-h-40">
          <PriceChart instrument={detail} height="fill" />
        </div>
      )}
      {!isLying && <PriceHeader instrument={detail} />}
      {notices}
      <div className={COLUMNS}>
        <div>
          {!isLying && <PriceChart instrument={detail} height={isDesktop ? 460 : 340} />}
          {hasLots(detail) && <RightsNotice instrumentId={detail.instrumentId} />}
        </div>
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
          {hasLots(detail) && (
            <Suspense fallback={null}>
              <CompanyFacts instrumentId={detail.instrumentId} />
            </Suspense>
          )}
          <About instrument={detail} />
          <InstrumentNews instrumentId={detail.instrumentId} />
        </OwnHere>
      </div>
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
