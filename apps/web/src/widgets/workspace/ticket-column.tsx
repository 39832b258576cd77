import type { InstrumentProfile } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { MarketState } from '#widgets/instrument/price/phase-chip.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { draftLimit } from '#widgets/ticket/draft-limit.ts';
import { enterToSend } from '#widgets/ticket/enter-to-send.ts';
import { Ticket } from '#widgets/ticket/ticket.tsx';
import { PanelHead } from './panel-head.tsx';
import { Split } from './split.tsx';

export interface TicketColumnProps {
  profile: InstrumentProfile;
  side: Side;
  onSideChange: (side: Side) => void;
}

/** The ticket and, below it, the book: a price of the book that is pressed becomes the limit. */
export function TicketColumn({ profile, side, onSideChange }: TicketColumnProps) {
  const { t } = useTranslation('workspace');
  const { instrumentId } = profile;
  const book = useBook(instrumentId);
  const takePrice = (price: string) => draftLimit(instrumentId, price);
  const ticket = (
    <section
      id="workspace-ticket"
      aria-label={t('ticket')}
      className="flex h-full flex-col"
      onKeyDown={enterToSend}
    >
      <PanelHead title={profile.name}>
        <MarketState instrument={profile} />
      </PanelHead>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-3">
        <div className="pb-2 empty:hidden">
          <MarketLabel market={profile.market} />
        </div>
        <Ticket key={instrumentId} profile={profile} side={side} onSideChange={onSideChange} book={book} />
        <div className="-mx-4">
          <GttEntry profile={profile} />
        </div>
      </div>
    </section>
  );
  const depth = (
    <section aria-label={t('book')} className="flex h-full flex-col">
      <PanelHead title={t('book')} />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-3 py-2">
        <CallState query={book.query} data={book.book} skeleton={<SkeletonTile height={164} />}>
          {(levels) => <Depth book={levels} instrument={profile} onPrice={takePrice} />}
        </CallState>
      </div>
    </section>
  );
  return (
    <Split
      id="right"
      orientation="vertical"
      label={t('resize')}
      parts={[
        { id: 'ticket', content: ticket, share: 78, minPx: 240 },
        { id: 'book', content: depth, share: 22, minPx: 96 },
      ]}
    />
  );
}

/** The field with which an order begins. */
export function focusQuantity(): void {
  document.querySelector<HTMLElement>('#workspace-ticket [data-field="quantity"] input')?.focus();
}
