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
function Coins() {
  const { t } = useTranslation('trade');
  const assets = useCall('coinAssets', {}, { everyMs: POSITIONS_EVERY_MS });
  const held = assets.data?.positions.filter((position) => compareDecimal(position.quantity, '0') > 0);
  const cash = assets.data?.spot.filter(({ asset }) => asset === assets.data.asset) ?? [];
  return (
    <CallState query={assets} data={held} skeleton={<PositionSkeleton />}>
      {(list) => (
        <>
          <PositionList
            positions={list}
            label={t('coins')}
            emptyTitle={t('noSpotPositions')}
            marketsTab="coins"
          />
          <CashList balances={cash} />
        </>
      )}
    </CallState>
  );
}

export const spotPositions: PositionsPanel = { product: spot, label: 'coins', Panel: Coins };
