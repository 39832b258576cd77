import type { Book, InstrumentProfile } from '@tarazu/protocol';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { ticketViewSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { Depth } from '#widgets/book/depth.tsx';
import type { LiveBook } from '#widgets/book/use-book.ts';
import { PriceChart } from '#widgets/chart/price-chart.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

export interface MarketViewProps {
  profile: InstrumentProfile;
  book: LiveBook;
  /** A price that was tapped goes into the ticket. */
  onPrice: (price: string) => void;
}

/**
 * The best two prices in one line, so that the whole ticket fits a phone; the depth or the chart under it for
 * who opened it, and it stays as a person left it.
 */
export function MarketView({ profile, book, onPrice }: MarketViewProps) {
  const { t } = useTranslation('trade');
  const view = ticketViewSlice.use();
  const id = useId();
  const isOpen = view !== 'line';
  return (
    <div className="px-4">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <CallState query={book.query} data={book.book} skeleton={<SkeletonTile height={44} />}>
            {(levels) => <BestPrices book={levels} profile={profile} onPrice={onPrice} />}
          </CallState>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('bookOrChart')}
          onClick={() => ticketViewSlice.set(isOpen ? 'line' : 'book')}
          className="pressable -mr-2 grid size-11 shrink-0 place-items-center rounded-chip text-muted [--pressed:var(--bg)]"
        >
          <Icon icon={ChevronDown} size={20} className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {view !== 'line' && (
          <>
            <Segmented
              label={t('bookOrChart')}
              className="mt-1 mb-2"
              value={view}
              onValueChange={ticketViewSlice.set}
              items={[
                { value: 'book', label: t('book') },
                { value: 'chart', label: t('chart') },
              ]}
            />
            {view === 'chart' ? (
              <div className="-mx-4">
                <PriceChart instrument={profile} height={240} />
              </div>
            ) : (
              <CallState query={book.query} data={book.book} skeleton={<SkeletonTile height={164} />}>
                {(levels) => <Depth book={levels} instrument={profile} levels={3} onPrice={onPrice} />}
              </CallState>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Beside the ticket there is room for chart and depth at once. */
export function MarketColumn({ profile, book, onPrice }: MarketViewProps) {
  return (
    <div>
      <PriceChart instrument={profile} height={300} />
      <div className="px-4 pt-3">
        <CallState query={book.query} data={book.book} skeleton={<SkeletonTile height={220} />}>
          {(levels) => <Depth book={levels} instrument={profile} onPrice={onPrice} />}
        </CallState>
      </div>
    </div>
  );
}

interface BestPricesProps {
  book: Book;
  profile: InstrumentProfile;
  onPrice: (price: string) => void;
}

/** Best bid left, best ask right; a tap makes either the limit. */
function BestPrices({ book, profile, onPrice }: BestPricesProps) {
  const { t } = useTranslation('trade');
  const side = (level: Book['bids'][number] | undefined, isBid: boolean) => (
    <button
      type="button"
      disabled={level === undefined}
      onClick={() => level !== undefined && onPrice(level[0])}
      className={`pressable min-h-11 min-w-0 flex-1 rounded-input px-3 text-small ${isBid ? 'bg-up-soft text-left [--pressed:var(--up-soft)]' : 'bg-down-soft text-right [--pressed:var(--down-soft)]'}`}
    >
      <span className={`flex items-baseline justify-between gap-x-2 ${isBid ? '' : 'flex-row-reverse'}`}>
        <span className="text-muted">{isBid ? t('bid') : t('ask')}</span>
        <span className="text-muted">
          <Quantity value={level?.[1]} compact />
        </span>
      </span>
      <Price
        value={level?.[0]}
        asset={profile.quoteAsset}
        decimals={profile.priceScale}
        className={`block font-semibold ${isBid ? 'text-up' : 'text-down'}`}
      />
    </button>
  );
  return (
    <div className="flex gap-2">
      {side(book.bids[0], true)}
      {side(book.asks[0], false)}
    </div>
  );
}
