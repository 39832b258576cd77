import type { ReactNode } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { spot } from '#products/spot/spot.ts';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { CashList } from '#widgets/positions/cash-list.tsx';
import { PositionList } from '#widgets/positions/position-list.tsx';
import { POSITIONS_EVERY_MS, PositionSkeleton } from '#widgets/positions/position-skeleton.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import type { PositionsPanel } from './panel.ts';

/** Coins that are held, and the money that they are bought with. */
function Coins({ children }: { children: ReactNode }) {
  const { t } = useTranslation('trade');
  const query = useCall('coinAssets', {}, { everyMs: POSITIONS_EVERY_MS });
  const { data } = query;
  const held = data?.positions.filter((position) => compareDecimal(position.quantity, '0') > 0);
  const cash = data?.spot.filter(({ asset }) => asset === data.asset) ?? [];
  return (
    <CallState query={query} data={held} skeleton={<PositionSkeleton />}>
      {(list) => (
        <>
          <PositionList
            positions={list}
            label={t('coins')}
            emptyTitle={t('noSpotPositions')}
            marketsTab="coins"
            today={data?.today ?? []}
          />
          <CashList balances={cash} />
          {children}
        </>
      )}
    </CallState>
  );
}

export const spotPositions: PositionsPanel = { product: spot, label: 'coins', Panel: Coins };
