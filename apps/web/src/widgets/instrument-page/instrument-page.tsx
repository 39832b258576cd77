import type { InstrumentProfile } from '@tarazu/protocol';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { noteViewed } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { hasLots, productAt } from '#products/list.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonChart, SkeletonGroup, SkeletonText, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { BottomBar, Page, Section } from '#ui/layout/app-frame.tsx';
import { type ScreenShape, useScreenShape } from '#ui/layout/screen.ts';
import { WhenNear } from '#ui/layout/when-near.tsx';
import { AlertBell } from '#widgets/alerts/alert-bell.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import { TradesTape } from '#widgets/book/trades-tape.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { symbolOf, ticketHref } from '#widgets/instrument/ids.ts';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { PriceHeader } from '#widgets/instrument/price/price-header.tsx';
import { SessionNotice } from '#widgets/instrument/price/session-state.tsx';
import { About } from '#widgets/instrument/profile/about.tsx';
import { CorporateActions } from '#widgets/instrument/profile/corporate-actions.tsx';
import { InstrumentNews } from '#widgets/instrument/profile/instrument-news.tsx';
import { QuoteStats, statisticTerms } from '#widgets/instrument/profile/quote-stats.tsx';
import { useSectorName } from '#widgets/instrument/sector-name.ts';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { WatchStar } from '#widgets/instrument/watch-star.tsx';
import { OwnHere } from '#widgets/positions/own-position.tsx';
import { RightsNotice } from '#widgets/rights/rights-notice.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { BandQueue } from '#widgets/venue/band-queue.tsx';
import { VenueNotice } from '#widgets/venue/venue-notice.tsx';

/** Only a desktop has room for it. */
const TicketBeside = lazy(() => import('./ticket-beside.tsx'));

/** Below what everybody looks at first, so that the chart does not wait for it. */
const CompanyFacts = lazy(() => import('#widgets/instrument/profile/company.tsx'));

/**
 * A stock or coin whole: price, chart, numbers, one's own, book, tape, news, terms; Sell and Buy stay in
 * reach, on a desktop as the ticket itself.
 */
export function InstrumentPage({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  const { query, profile } = useInstrument(instrumentId);
  const sectorName = useSectorName();
  const isKnown = profile !== undefined;
  useEffect(() => {
    if (isKnown) noteViewed(instrumentId);
  }, [isKnown, instrumentId]);
  const symbol = profile?.symbol ?? symbolOf(instrumentId);
  const star = (
    <>
      <HowButton topic={productAt(instrumentId).section} />
      <AlertBell instrumentId={instrumentId} symbol={symbol} />
      <WatchStar instrumentId={instrumentId} symbol={symbol} />
    </>
  );
  const shape = useScreenShape();
  const canTrade = profile !== undefined && profile.kind !== 'index';
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
        hasSmallBar && profile !== undefined ? (
          <BackBar
            title={symbol}
            subtitle={<PriceLine profile={profile} />}
            trailing={isLying ? <LyingActions {...{ star, profile }} /> : star}
          />
        ) : (
          <BackBar
            title={symbol}
            subtitle={profile?.sector === undefined ? undefined : sectorName(profile.sector)}
            trailing={star}
          />
        )
      }
      footer={footer}
    >
      <CallState query={query} data={profile} skeleton={<InstrumentPageSkeleton />}>
        {(found) => <InstrumentPageBody profile={found} shape={shape} />}
      </CallState>
    </Page>
  );
}

/** In the bar, where the chart has the page, or the price moves away with what is read. */
export function PriceLine({ profile }: { profile: InstrumentProfile }) {
  return (
    <>
      <LivePrice row={profile} className="font-semibold text-ink" /> <LiveChange row={profile} />
    </>
  );
}

interface LyingActionsProps {
  profile: InstrumentProfile;
  star: ReactNode;
}

/** In the bar of a phone on its side, below which the chart leaves no room for the kind of market. */
export function LyingActions({ profile, star }: LyingActionsProps) {
  return (
    <span className="flex items-center gap-2">
      <MarketLabel market={profile.market} />
      {star}
      {profile.kind !== 'index' && <SmallSellOrBuy instrumentId={profile.instrumentId} />}
    </span>
  );
}

function SmallSellOrBuy({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  return (
    <>
      <Button size="small" tone="sell" render={<PathLink href={ticketHref(instrumentId, 'sell')} />}>
        {t('sell')}
      </Button>
      <Button size="small" tone="buy" render={<PathLink href={ticketHref(instrumentId, 'buy')} />}>
        {t('buy')}
      </Button>
    </>
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

export function InstrumentPageSkeleton(): ReactNode {
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

/** On a desktop it stands below the chart, in two columns where what the ticket leaves has room for them. */
const BELOW = '@2xl:columns-2 gap-0 *:break-inside-avoid';

/** Beside its ticket it has what the window leaves below the price: more on a tall one. */
const CHART = 'h-[clamp(26rem,calc(100dvh-var(--bar-top)-12.5rem),52rem)]';

function InstrumentPageBody({ profile, shape }: { profile: InstrumentProfile; shape: ScreenShape }) {
  const hasTicket = shape === 'desktop' && profile.kind !== 'index';
  const notices = (
    <div className="px-4 pb-3 empty:hidden">
      <SessionNotice instrument={profile} />
      <VenueNotice instrument={profile} />
    </div>
  );
  const rights = hasRights(profile) && <RightsNotice instrumentId={profile.instrumentId} />;
  if (hasTicket) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)_22.5rem] items-start">
        <div className="@container min-w-0">
          <PriceHeader instrument={profile} />
          <div className={CHART}>
            <PriceChart instrument={profile} height="fill" />
          </div>
          {rights}
          <div className={BELOW}>
            <Facts profile={profile} besideTicket />
          </div>
        </div>
        <Suspense fallback={<TicketSkeleton />}>
          <TicketBeside profile={profile} />
        </Suspense>
      </div>
    );
  }
  if (shape === 'lying') {
    return (
      <>
        <LyingChart profile={profile} />
        {notices}
        <div className={COLUMNS}>
          {rights}
          <Facts profile={profile} />
        </div>
      </>
    );
  }
  return (
    <>
      <PriceHeader instrument={profile} />
      {notices}
      <div className={COLUMNS}>
        <div>
          <PriceChart instrument={profile} />
          {rights}
        </div>
        <Facts profile={profile} />
      </div>
    </>
  );
}

/** The chart has all that the bar leaves of a phone on its side. */
export function LyingChart({ profile }: { profile: InstrumentProfile }) {
  return (
    <div className="h-[calc(100dvh-var(--bar-top)-3rem)] min-h-40">
      <PriceChart instrument={profile} height="fill" />
    </div>
  );
}

function TicketSkeleton() {
  const { t } = useTranslation('market');
  return (
    <div className="px-4 pt-1">
      <SkeletonGroup label={t('loading')}>
        <SkeletonTile height={420} />
      </SkeletonGroup>
    </div>
  );
}

/** About a window of what follows: a scroll bar that says so, and room to come near. */
const FURTHER_PX = 800;

interface FactsProps {
  profile: InstrumentProfile;
  /** The ticket stands beside them, with the book and the way to a GTT order. */
  besideTicket?: boolean;
}

/** One's own, the numbers, the book and the tape, the company, its news. */
function Facts({ profile, besideTicket = false }: FactsProps) {
  const { t } = useTranslation('market');
  return (
    <OwnHere instrumentId={profile.instrumentId}>
      {!besideTicket && <GttEntry profile={profile} />}
      <Section
        title={t('statistics')}
        help={<TermHelp label={t('statistics')} terms={statisticTerms(profile)} />}
      >
        <QuoteStats instrument={profile} />
      </Section>
      <WhenNear until={<SkeletonTile height={FURTHER_PX} />}>
        {!besideTicket && <BookSection profile={profile} />}
        <Section title={t('trades')}>
          <TradesTape instrument={profile} />
        </Section>
        <CorporateActions instrument={profile} />
        {hasLots(profile) && (
          <Suspense fallback={null}>
            <CompanyFacts instrumentId={profile.instrumentId} />
          </Suspense>
        )}
        <About instrument={profile} />
        <InstrumentNews instrumentId={profile.instrumentId} />
      </WhenNear>
    </OwnHere>
  );
}

/** Whether the company has announced an issue of rights: nobody else's offers are asked for. */
function hasRights({ corporateActions = [] }: InstrumentProfile): boolean {
  return corporateActions.some(({ kind }) => kind === 'rights');
}

function BookSection({ profile }: { profile: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const { query, book } = useBook(profile.instrumentId);
  return (
    <Section
      title={t('book')}
      help={<TermHelp label={t('book')} terms={['bidAsk', 'queue', 'marketMaker']} />}
    >
      <CallState query={query} data={book} skeleton={<SkeletonTile height={220} />}>
        {(levels) => (
          <>
            <div className="pb-3 empty:hidden">
              <BandQueue instrument={profile} book={levels} />
            </div>
            <Depth book={levels} instrument={profile} />
          </>
        )}
      </CallState>
    </Section>
  );
}
