import { MINUTE_MS } from '@tarazu/core/units';
import type { InstrumentRow } from '@tarazu/protocol';
import { useMemo, useState } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstrumentList } from './instrument-list.tsx';
import { type Sort, SortButton } from './stock-browser.tsx';

const chosen: { sort: Sort; quote: 'USDT' | 'INR' } = { sort: 'turnover_down', quote: 'USDT' };

const COMPARE: Readonly<Record<Sort, (a: InstrumentRow, b: InstrumentRow) => number>> = {
  turnover_down: (a, b) => compareDecimal(b.turnover, a.turnover),
  change_up: (a, b) => compareDecimal(b.changePercent, a.changePercent),
  change_down: (a, b) => compareDecimal(a.changePercent, b.changePercent),
  price_down: (a, b) => compareDecimal(b.price, a.price),
  price_up: (a, b) => compareDecimal(a.price, b.price),
  symbol_up: (a, b) => a.symbol.localeCompare(b.symbol),
};

/** All coins against one quote asset, live. */
export function CoinBrowser() {
  const { t } = useTranslation('market');
  const [sort, setSort] = useState(chosen.sort);
  const [quote, setQuote] = useState(chosen.quote);
  const query = useCall('coinInfos', { quote }, { everyMs: MINUTE_MS, keepPrevious: true });
  const { data } = query;
  const sorted = useMemo(() => data?.list.toSorted(COMPARE[sort]), [data, sort]);
  return (
    <>
      <div className="flex items-center pr-1 pl-3">
        <div className="min-w-0 grow">
          <Chips
            label={t('quote')}
            value={quote}
            onValueChange={(value) => {
              chosen.quote = value;
              setQuote(value);
            }}
            items={[
              { value: 'USDT', label: 'USDT' },
              { value: 'INR', label: 'INR' },
            ]}
          />
        </div>
        <SortButton
          sort={sort}
          onSortChange={(value) => {
            chosen.sort = value;
            setSort(value);
          }}
        />
      </div>
      <CallState query={query} data={sorted} skeleton={<SkeletonRows count={8} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('noCoins')} />
          ) : (
            <InstrumentList list={list} label={t('coins')} />
          )
        }
      </CallState>
    </>
  );
}
