import type { OwnPosition } from '@tarazu/protocol';
import { ChartCandlestick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { List } from '#ui/layout/row.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { PositionRow } from './position-row.tsx';
import { PositionSheet } from './position-sheet.tsx';
import { PositionTotals } from './totals.tsx';

export interface PositionListProps {
  positions: readonly OwnPosition[];
  label: string;
  emptyTitle: string;
  /** The tab of the markets where the first one is bought. */
  marketsTab: 'stocks' | 'coins';
}

/** Totals by quote asset, then the positions; each opens its sheet. */
export function PositionList({ positions, label, emptyTitle, marketsTab }: PositionListProps) {
  const { t } = useTranslation('trade');
  const [opened, setOpened] = useState<OwnPosition>();
  const [isOpen, setOpen] = useState(false);
  if (positions.length === 0) {
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
  const assets = [...new Set(positions.map((position) => position.quoteAsset))];
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pt-4 pb-2">
        {assets.map((asset) => (
          <PositionTotals
            key={asset}
            asset={asset}
            positions={positions.filter((position) => position.quoteAsset === asset)}
          />
        ))}
      </div>
      <List label={label}>
        {positions.map((position) => (
          <PositionRow
            key={position.instrumentId}
            position={position}
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
