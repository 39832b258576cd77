import type { InstrumentProfile } from '@tarazu/protocol';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useSession } from '#client/session.ts';
import { lastInstrumentSlice, systemTradeTypeSlice, ticketViewSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { TextLink } from '#ui/text-link.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { InstrumentPicker } from '#widgets/instrument/lists/instrument-picker.tsx';
import { LiveChange, LivePrice, TickerAge } from '#widgets/instrument/price/live-price.tsx';
import { MarketState } from '#widgets/instrument/price/phase-chip.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { OpenOrders } from '#widgets/orders/list/open-orders.tsx';
import { priceRepeated } from '#widgets/orders/repeat-order.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { draftLimit } from './draft-limit.ts';
import { MarketColumn, MarketView } from './market-view.tsx';
import { Ticket } from './ticket.tsx';

export interface TicketPanelProps {
  instrumentId: string;
  side: Side;
  onSideChange: (side: Side) => void;
  onInstrumentChange: (instrumentId: string) => void;
  /** Before the instrument, where the page has no bar of its own. */
  lead?: ReactNode;
  /** The tab bar stands below, and the button that sends must stay above it. */
  aboveTabs?: boolean | undefined;
  /** Other ways to order it, between the ticket and the open orders. */
  below?: ((profile: InstrumentProfile) => ReactNode) | undefined;
}

/** An instrument with its book or chart, the ticket below, and one's own open orders of it. */
export function TicketPanel(props: TicketPanelProps) {
  const { query, profile } = useInstrument(props.instrumentId);
  return (
    <CallState query={query} data={profile} skeleton={<PanelSkeleton />}>
      {(found) => <PanelBody {...props} profile={found} />}
    </CallState>
  );
}

function PanelSkeleton() {
  return (
    <>
      <SkeletonRows count={1} />
      <div className="flex flex-col gap-3 px-4">
        <SkeletonTile height={44} />
        <SkeletonTile height={340} />
      </div>
    </>
  );
}

function PanelBody({ profile, ...props }: TicketPanelProps & { profile: InstrumentProfile }) {
  const { t } = useTranslation('trade');
  const book = useBook(profile.instrumentId);
  const { isSignedIn } = useSession();
  const { instrumentId } = profile;
  useEffect(() => {
    const type = productAt(instrumentId).section;
    lastInstrumentSlice.update((last) => ({ ...last, [type]: instrumentId }));
    systemTradeTypeSlice.set(type);
  }, [instrumentId]);
  useEffect(() => priceRepeated(profile), [profile]);
  const takePrice = (price: string) => draftLimit(instrumentId, price);
  const shape = useScreenShape();
  // Open orders below the button that sends come after the frame in which the ticket is seen.
  const hasBelow = useDeferredValue(true, false);
  const isLying = shape === 'lying';
  const isWide = shape === 'tablet' || shape === 'desktop';
  const showsChart = ticketViewSlice.use() === 'chart';
  const view = <MarketView profile={profile} book={book} onPrice={takePrice} />;
  const header = (
    <PanelHeader profile={profile} onInstrumentChange={props.onInstrumentChange} lead={props.lead} />
  );
  if (isLying && showsChart) {
    return (
      <>
        {header}
        <div className="h-[calc(100dvh-var(--bar-top)-3.5rem)] min-h-40">
          <PriceChart instrument={profile} height="fill" />
        </div>
      </>
    );
  }
  return (
    <div className="tablet:grid tablet:grid-cols-2 tablet:items-start">
      <div className="lying:contents tablet:col-span-2">{header}</div>
      {isWide && <MarketColumn profile={profile} book={book} onPrice={takePrice} />}
      {shape === 'phone' && view}
      <div className="px-4 pt-3 tablet:row-span-2">
        <Ticket
          key={instrumentId}
          profile={profile}
          side={props.side}
          onSideChange={props.onSideChange}
          book={book}
          aboveTabs={props.aboveTabs}
          prices={isLying ? view : undefined}
        />
      </div>
      <div className="tablet:col-start-1">{hasBelow && props.below?.(profile)}</div>
      {isSignedIn && hasBelow && (
        <div className="tablet:col-span-2">
          <Section
            title={t('openOrders')}
            action={props.aboveTabs === true && <OrdersLink profile={profile} />}
            flush
          >
            <OpenOrders instrumentId={instrumentId} emptyText={t('noOpenOrdersHere')} />
          </Section>
        </div>
      )}
    </div>
  );
}

/** From the tab bar's ticket to the centre with all orders of its kind. */
function OrdersLink({ profile }: { profile: InstrumentProfile }) {
  const { t } = useTranslation('trade');
  const page = productAt(profile.instrumentId).pages.ticket;
  return <TextLink render={<PathLink href={`${page}?tab=open`} />}>{t('toOrders')}</TextLink>;
}

interface PanelHeaderProps {
  profile: InstrumentProfile;
  onInstrumentChange: (instrumentId: string) => void;
  lead: ReactNode;
}

/** On a phone on its side this is the only bar, and stays. */
const LYING_BAR =
  'lying:sticky lying:top-(--bar-top) lying:z-20 lying:flex lying:items-center lying:gap-x-3 lying:bg-bg';

/** Which instrument it is, its price, and the way to another one. */
function PanelHeader({ profile, onInstrumentChange, lead }: PanelHeaderProps) {
  const { t } = useTranslation('trade');
  const [isPicking, setPicking] = useState(false);
  const isLying = useScreenShape() === 'lying';
  return (
    <div className={`px-4 ${LYING_BAR}`}>
      {lead}
      <div className="flex items-center gap-3 lying:min-w-0 lying:grow lying:basis-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
          className="pressable flex min-h-14 min-w-0 grow items-center gap-3 text-left [--pressed:var(--bg)]"
        >
          {!isLying && <InstrumentDisc instrumentId={profile.instrumentId} />}
          <span className="min-w-0">
            <span className="flex items-center gap-1 text-heading">
              <span className="truncate">{profile.symbol}</span>
              <Icon icon={ChevronDown} size={18} className="text-muted" />
            </span>
            <span className="block truncate text-small text-muted">{profile.name}</span>
            <span className="sr-only">{t('switchInstrument')}</span>
          </span>
        </button>
        <div className="shrink-0 text-right">
          <p className="text-heading">
            <LivePrice row={profile} />
          </p>
          <p className="text-small font-medium">
            <LiveChange row={profile} />
          </p>
        </div>
      </div>
      {/* The age comes and goes, and has its room: a line more would move the buttons below. */}
      <div className="flex flex-wrap items-center gap-x-2 pb-2 lying:min-w-0 lying:shrink lying:justify-end lying:gap-y-1 lying:pb-0">
        <MarketLabel market={profile.market} />
        {!isLying && <MarketState instrument={profile} />}
        <TickerAge row={profile} className="text-small text-muted" />
        <span className="ml-auto text-small lying:hidden">
          <TextLink standing render={<PathLink href={instrumentHref(profile)} />}>
            {t('details')}
          </TextLink>
        </span>
      </div>
      {isLying && <ChartOrTicket />}
      <InstrumentPicker
        open={isPicking}
        onOpenChange={setPicking}
        side={productAt(profile.instrumentId).section}
        onChoose={(chosen) => onInstrumentChange(chosen.instrumentId)}
      />
    </div>
  );
}

/** A phone on its side has room for one of the two. */
function ChartOrTicket() {
  const { t } = useTranslation('trade');
  const view = ticketViewSlice.use();
  return (
    <Segmented
      label={t('chartOrOrder')}
      className="w-48 shrink-0"
      value={view === 'chart' ? 'chart' : 'ticket'}
      onValueChange={(chosen) => ticketViewSlice.set(chosen === 'chart' ? 'chart' : 'line')}
      items={[
        { value: 'ticket', label: t('tab_ticket') },
        { value: 'chart', label: t('chart') },
      ]}
    />
  );
}
