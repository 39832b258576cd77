import type { InstrumentDetail } from '@tarazu/protocol';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#client/session.ts';
import { lastInstrumentSlice, orderDraftsSlice, systemTradeTypeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares, productAt } from '#products/list.ts';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { detailHref } from '#widgets/instrument/ids.ts';
import { InstrumentPicker } from '#widgets/instrument/lists/instrument-picker.tsx';
import { LiveChange, LivePrice, TickerAge } from '#widgets/instrument/price/live-price.tsx';
import { MarketState } from '#widgets/instrument/price/phase-chip.tsx';
import { shortName } from '#widgets/instrument/price/plain.ts';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { OpenOrders } from '#widgets/orders/list/open-orders.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { MarketView } from './market-view.tsx';
import { Ticket } from './ticket.tsx';

export interface TicketPanelProps {
  instrumentId: string;
  side: Side;
  onSideChange: (side: Side) => void;
  onInstrumentChange: (instrumentId: string) => void;
  /** The tab bar stands below, and the button that sends must stay above it. */
  aboveTabs?: boolean | undefined;
  /** Other ways to order it, between the ticket and the open orders. */
  below?: ((detail: InstrumentDetail) => ReactNode) | undefined;
}

/** An instrument with its book or chart, the ticket below, and one's own open orders of it. */
export function TicketPanel(props: TicketPanelProps) {
  const { query, detail } = useInstrument(props.instrumentId);
  return (
    <CallState query={query} data={detail} skeleton={<PanelSkeleton />}>
      {(found) => <PanelBody {...props} detail={found} />}
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

function PanelBody({ detail, ...props }: TicketPanelProps & { detail: InstrumentDetail }) {
  const { t } = useTranslation('trade');
  const book = useBook(detail.instrumentId);
  const { isSignedIn } = useSession();
  const { instrumentId } = detail;
  useEffect(() => {
    const type = productAt(instrumentId).section;
    lastInstrumentSlice.update((last) => ({ ...last, [type]: instrumentId }));
    systemTradeTypeSlice.set(type);
  }, [instrumentId]);
  const takePrice = (price: string) =>
    orderDraftsSlice.update((drafts) => ({
      ...drafts,
      [instrumentId]: { ...drafts[instrumentId], type: 'limit', price },
    }));
  return (
    <>
      <PanelHeader detail={detail} onInstrumentChange={props.onInstrumentChange} />
      <MarketView detail={detail} book={book} onPrice={takePrice} />
      <div className="px-4 pt-3">
        <Ticket
          key={instrumentId}
          detail={detail}
          side={props.side}
          onSideChange={props.onSideChange}
          book={book}
          aboveTabs={props.aboveTabs}
        />
      </div>
      {props.below?.(detail)}
      {isSignedIn && (
        <Section
          title={t('openOrders')}
          action={props.aboveTabs === true && <OrdersLink detail={detail} />}
          flush
        >
          <OpenOrders instrumentId={instrumentId} emptyText={t('noOpenOrdersHere')} />
        </Section>
      )}
    </>
  );
}

/** From the tab bar's ticket to the centre with all orders of its kind. */
function OrdersLink({ detail }: { detail: InstrumentDetail }) {
  const { t } = useTranslation('trade');
  const page = productAt(detail.instrumentId).pages.ticket;
  return <TextLink render={<PathLink href={`${page}?tab=open`} />}>{t('toOrders')}</TextLink>;
}

interface PanelHeaderProps {
  detail: InstrumentDetail;
  onInstrumentChange: (instrumentId: string) => void;
}

/** Which instrument it is, its price, and the way to another one. */
function PanelHeader({ detail, onInstrumentChange }: PanelHeaderProps) {
  const { t } = useTranslation('trade');
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="px-4">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
          className="pressable flex min-h-14 min-w-0 grow items-center gap-3 text-left [--pressed:var(--bg)]"
        >
          <InitialsDisc name={shortName(detail.symbol)} seed={detail.instrumentId} />
          <span className="min-w-0">
            <span className="flex items-center gap-1 text-heading">
              <span className="truncate">{detail.symbol}</span>
              <Icon icon={ChevronDown} size={18} className="text-muted" />
            </span>
            <span className="block truncate text-small text-muted">{detail.name}</span>
            <span className="sr-only">{t('switchInstrument')}</span>
          </span>
        </button>
        <div className="shrink-0 text-right">
          <p className="text-heading">
            <LivePrice row={detail} unit={countsShares(detail) ? 'symbol' : 'none'} />
          </p>
          <p className="text-small font-medium">
            <LiveChange row={detail} />
          </p>
        </div>
      </div>
      {/* The age comes and goes, and has its room: a line more would move the buttons below. */}
      <div className="flex flex-wrap items-center gap-x-2 pb-2">
        <MarketLabel market={detail.market} />
        <MarketState instrument={detail} />
        <TickerAge row={detail} className="text-small text-muted" />
        <span className="ml-auto text-small">
          <TextLink standing render={<PathLink href={detailHref(detail)} />}>
            {t('details')}
          </TextLink>
        </span>
      </div>
      <InstrumentPicker
        open={isPicking}
        onOpenChange={setPicking}
        side={productAt(detail.instrumentId).section}
        onChoose={(chosen) => onInstrumentChange(chosen.instrumentId)}
      />
    </div>
  );
}
