import type { ReactNode } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { PositionList } from '#widgets/positions/position-list.tsx';
import { POSITIONS_EVERY_MS, PositionSkeleton } from '#widgets/positions/position-skeleton.tsx';
import { RightsNotice } from '#widgets/rights/rights-notice.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { IntradayList } from './intraday.tsx';
import type { PositionsPanel } from './panel.ts';

/** Shares that are held; above them what is open within the day, which the same call tells. */
function Stocks({ children }: { children: ReactNode }) {
  const { t } = useTranslation('trade');
  const holdings = useCall('stockHoldings', {}, { everyMs: POSITIONS_EVERY_MS });
  const today = holdings.data?.today ?? [];
  const intraday = holdings.data?.intraday ?? [];
  const held = holdings.data?.list.filter((position) => compareDecimal(position.quantity, '0') > 0);
  return (
    <CallState query={holdings} data={held} skeleton={<PositionSkeleton />}>
      {(list) => (
        <>
          <RightsNotice />
          <IntradayList positions={intraday} />
          {(list.length > 0 || intraday.length === 0 || today.length > 0) && (
            <PositionList
              positions={list}
              label={t('stocks')}
              emptyTitle={t('noStockPositions')}
              marketsTab="stocks"
              today={today}
            />
          )}
          {children}
        </>
      )}
    </CallState>
  );
}

export const deliveryPositions: PositionsPanel = { product: delivery, label: 'stocks', Panel: Stocks };
