import type { InstrumentProfile } from '@tarazu/protocol';
import { useState } from 'react';
import { lastInstrumentSlice, systemTradeTypeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import { useBook } from '#widgets/book/use-book.ts';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { draftLimit } from '#widgets/ticket/draft-limit.ts';
import { enterToSend } from '#widgets/ticket/enter-to-send.ts';
import { Ticket } from '#widgets/ticket/ticket.tsx';
import { BandQueue } from '#widgets/venue/band-queue.tsx';

/** Below the bar of the page, and with a scroll of its own where the cost needs more than the window has. */
const COLUMN =
  'sticky top-[calc(var(--bar-top)+3.5rem)] flex max-h-[calc(100dvh-var(--bar-top)-3.5rem)] flex-col ' +
  'overflow-y-auto overscroll-contain border-l border-line pb-6';

/** The ticket and the book at the right of a page that is read: a price of the book becomes the limit. */
export default function TicketBeside({ profile }: { profile: InstrumentProfile }) {
  const { t } = useTranslation('trade');
  const { instrumentId } = profile;
  const [side, setSide] = useState<Side>('buy');
  const book = useBook(instrumentId);
  /** Trade opens with what was traded here, and not with what was only read. */
  const note = () => {
    const { section } = productAt(instrumentId);
    lastInstrumentSlice.update((last) => ({ ...last, [section]: instrumentId }));
    systemTradeTypeSlice.set(section);
  };
  return (
    <div className={COLUMN}>
      <section
        aria-label={t('tab_ticket')}
        className="px-4 pt-1"
        onKeyDown={enterToSend}
        onChangeCapture={note}
        onClickCapture={note}
      >
        <Ticket key={instrumentId} profile={profile} side={side} onSideChange={setSide} book={book} />
      </section>
      <GttEntry profile={profile} />
      <Section
        title={t('book')}
        help={<TermHelp label={t('book')} terms={['bidAsk', 'queue', 'marketMaker']} />}
      >
        <CallState query={book.query} data={book.book} skeleton={<SkeletonTile height={164} />}>
          {(levels) => (
            <>
              <div className="pb-3 empty:hidden">
                <BandQueue instrument={profile} book={levels} />
              </div>
              <Depth
                book={levels}
                instrument={profile}
                onPrice={(price) => draftLimit(instrumentId, price)}
              />
            </>
          )}
        </CallState>
      </Section>
    </div>
  );
}
