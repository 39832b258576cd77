import type { InstrumentRow as InstrumentFacts } from '@tarazu/protocol';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { systemTradeTypeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Chips, Segmented } from '#ui/fields/choice.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List } from '#ui/layout/row.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { InstrumentRow } from '#widgets/instrument/lists/instrument-row.tsx';
import { PriceAge } from '#widgets/instrument/price/price-age.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

type MoverOrder = 'turnover' | 'up' | 'down';

const SHOWN_MAX = 5;
const READ_AGAIN_MS = 30_000;

/** The instruments that move most, on both sides: stocks and coins. */
export function HomeMovers() {
  const { t } = useTranslation('home');
  const side = systemTradeTypeSlice.use();
  const Movers = { stock: StockMovers, coin: CoinMovers }[side];
  const [order, setOrder] = useState<MoverOrder>('turnover');
  return (
    <Section flush title={t('movers')}>
      <div className="px-4">
        <Segmented
          label={t('side')}
          value={side}
          onValueChange={(chosen) => systemTradeTypeSlice.set(chosen)}
          items={[
            { value: 'stock', label: t('stocks') },
            { value: 'coin', label: t('coins') },
          ]}
        />
      </div>
      <div className="px-3 pt-1">
        <Chips
          label={t('moversBy')}
          value={order}
          onValueChange={setOrder}
          items={[
            { value: 'turnover', label: t('mostTraded') },
            { value: 'up', label: t('rising') },
            { value: 'down', label: t('falling') },
          ]}
        />
      </div>
      <Movers order={order} />
    </Section>
  );
}

function StockMovers({ order }: { order: MoverOrder }) {
  const input = { by: order, limit: String(SHOWN_MAX) } as const;
  const hot = useCall('stockHot', input, { everyMs: READ_AGAIN_MS, keepPrevious: true });
  return (
    <CallState part query={hot} data={hot.data} skeleton={<SkeletonRows count={SHOWN_MAX} />}>
      {({ list }) => <Movers list={list} />}
    </CallState>
  );
}

function CoinMovers({ order }: { order: MoverOrder }) {
  const coins = useCall('coinInfos', { quote: 'USDT' }, { everyMs: READ_AGAIN_MS });
  return (
    <CallState part query={coins} data={coins.data} skeleton={<SkeletonRows count={SHOWN_MAX} />}>
      {({ list }) => <Movers list={sorted(list, order).slice(0, SHOWN_MAX)} />}
    </CallState>
  );
}

function Movers({ list }: { list: readonly InstrumentFacts[] }) {
  const { t } = useTranslation('home');
  if (list.length === 0) return <EmptyState title={t('noMovers')} />;
  return (
    <>
      <List label={t('movers')}>
        {list.map((row) => (
          <InstrumentRow key={row.instrumentId} row={row} />
        ))}
      </List>
      <p className="px-4">
        <PriceAge instrumentIds={list.map((row) => row.instrumentId)} />
      </p>
    </>
  );
}

function sorted(list: readonly InstrumentFacts[], order: MoverOrder): readonly InstrumentFacts[] {
  if (order === 'turnover')
    return list.toSorted((left, right) => compareDecimal(right.turnover, left.turnover));
  const rising = list.toSorted((left, right) => compareDecimal(right.changePercent, left.changePercent));
  return order === 'up' ? rising : rising.toReversed();
}
