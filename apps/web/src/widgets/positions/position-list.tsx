import { SECOND_MS } from '@tarazu/core/units';
import type { OwnPosition } from '@tarazu/protocol';
import { ChartCandlestick, ChartPie, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { tickerNow } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { List } from '#ui/layout/row.tsx';
import { signOf } from '#ui/numbers/decimal-text.ts';
import { useNow } from '#ui/numbers/time-text.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { figuresAt, type PositionFigures } from './figures.ts';
import { ListTools, type PositionOrder } from './list-tools.tsx';
import { PositionRow } from './position-row.tsx';
import { PositionSheet } from './position-sheet.tsx';
import { sortedPositions } from './sort.ts';
import { PositionTotals, type TodayOfAsset } from './totals.tsx';

export interface PositionListProps {
  positions: readonly OwnPosition[];
  label: string;
  emptyTitle: string;
  /** The tab of the markets where the first one is bought. */
  marketsTab: 'stocks' | 'coins';
  /** Sales and intraday trades of today, by the asset of the prices. */
  today: readonly TodayOfAsset[];
}

/** As it was chosen last, while the app runs. */
const last: { order: PositionOrder } = { order: { sort: 'value', unit: 'amount' } };

/** Totals by quote asset, then the positions; each opens its sheet. */
export function PositionList({ positions, label, emptyTitle, marketsTab, today }: PositionListProps) {
  const { t } = useTranslation('trade');
  const [opened, setOpened] = useState<OwnPosition>();
  const [isOpen, setOpen] = useState(false);
  const [order, setOrder] = useState(last.order);
  const figures = useFigures(positions);
  const traded = today.filter(({ sold, intraday }) => signOf(sold) !== 0 || signOf(intraday) !== 0);
  if (positions.length === 0 && traded.length === 0) {
    const action = (
      <Button size="medium" render={<PathLink href={`/pages/tabbar/markets?tab=${marketsTab}`} />}>
        {t('toMarkets')}
      </Button>
    );
    return (
      <EmptyState
        icon={ChartCandlestick}
        title={emptyTitle}
        detail={t('emptyPositionsText')}
        action={action}
      />
    );
  }
  const assets = [
    ...new Set([...positions.map(({ quoteAsset }) => quoteAsset), ...traded.map(({ asset }) => asset)]),
  ];
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pt-4 pb-2">
        {assets.map((asset) => (
          <PositionTotals
            key={asset}
            asset={asset}
            figures={positions
              .filter((position) => position.quoteAsset === asset)
              .flatMap(({ instrumentId }) => figures.get(instrumentId) ?? [])}
            today={today.find((one) => one.asset === asset)}
          />
        ))}
        <ToPortfolio />
      </div>
      {positions.length > 1 && (
        <ListTools
          order={order}
          asset={assets[0] ?? ''}
          onOrder={(chosen) => {
            last.order = chosen;
            setOrder(chosen);
          }}
        />
      )}
      <List label={label}>
        {sortedPositions(positions, order).map((position) => (
          <PositionRow
            key={position.instrumentId}
            position={position}
            figures={figures.get(position.instrumentId)}
            unit={order.unit}
            onOpen={(chosen) => {
              setOpened(chosen);
              setOpen(true);
            }}
          />
        ))}
      </List>
      {opened !== undefined && <PositionSheet position={opened} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

/**
 * All rows and their sums at one moment, once a second: while prices move the one is the sum of the other.
 */
function useFigures(positions: readonly OwnPosition[]): ReadonlyMap<string, PositionFigures> {
  useNow(SECOND_MS);
  return new Map(
    positions.map((position) => [
      position.instrumentId,
      figuresAt(position, tickerNow(position.instrumentId)?.price),
    ]),
  );
}

/** The way to the curve, the calendar and the returns. */
function ToPortfolio() {
  const { t } = useTranslation('trade');
  return (
    <PathLink
      href="/pages/user/portfolio"
      className="pressable flex min-h-12 items-center gap-3 rounded-tile bg-brand-soft px-4 text-body font-semibold text-brand"
    >
      <Icon icon={ChartPie} size={20} />
      <span className="grow">{t('toPortfolio')}</span>
      <Icon icon={ChevronRight} size={20} />
    </PathLink>
  );
}
