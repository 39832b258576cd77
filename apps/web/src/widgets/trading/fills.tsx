import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCall, useCallPages } from '#client/query.ts';
import { Button } from '#ui/button.tsx';
import { Change, Money } from '#ui/number-text.tsx';
import { EmptyState } from '#ui/page-state.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { StatGrid } from '#ui/tile.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { FillList } from '#widgets/orders/fill-list.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

/** Every own stock fill with what all of them brought. */
export function StockFills() {
  const { t } = useTranslation('trade');
  const fills = useCallPages('stockFills', { limit: '30' });
  return (
    <div className="px-4 pt-4">
      <Statistics />
      <CallState
        query={fills.query}
        data={fills.first === undefined ? undefined : fills.items}
        skeleton={<SkeletonRows count={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={ReceiptText} title={t('noFills')} />
          ) : (
            <FillList fills={list} named />
          )
        }
      </CallState>
      {fills.query.hasNextPage && (
        <Button
          wide
          size="medium"
          tone="secondary"
          loading={fills.query.isFetchingNextPage}
          onClick={() => void fills.query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** What all fills together brought, net of charges. */
function Statistics() {
  const { t } = useTranslation('trade');
  const words = useChangeWords();
  const statistics = useCall('stockStatistics', { by: 'day' });
  if (statistics.data === undefined) return null;
  const { asset, profitRealised, charges, turnover } = statistics.data;
  return (
    <StatGrid
      stats={[
        {
          label: t('profitRealised'),
          value: <Change value={profitRealised} asset={asset} unit="symbol" words={words} />,
        },
        { label: t('chargesPaid'), value: <Money value={charges} asset={asset} compact /> },
        { label: t('turnover'), value: <Money value={turnover} asset={asset} compact /> },
      ]}
    />
  );
}
