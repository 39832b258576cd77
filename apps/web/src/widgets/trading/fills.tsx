import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useCall, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonGroup, SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { StatGrid } from '#ui/layout/tile.tsx';
import { Change, Money } from '#ui/numbers/number-text.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { FillList } from '#widgets/orders/detail/fill-list.tsx';
import { TimePill } from '#widgets/orders/list/time-pill.tsx';
import { ALWAYS, spanInput, type TimeSpan } from '#widgets/orders/list/time-span.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

/** Every own fill of a kind, newest first, each with the question why it had its price. */
export function KindFills({ kind }: { kind: Section }) {
  const { t } = useTranslation('trade');
  const [span, setSpan] = useState(ALWAYS);
  const input = { limit: '30', ...spanInput(span) };
  const { calls, hasLots, pages } = productOfSection(kind);
  const fills = useCallPages(calls.fills, input, { keepPrevious: true });
  const toMarkets = (
    <Button size="medium" tone="secondary" render={<PathLink href={pages.markets} />}>
      {t('toMarkets')}
    </Button>
  );
  const allTime = (
    <Button size="medium" tone="secondary" onClick={() => setSpan(ALWAYS)}>
      {t('filterClear')}
    </Button>
  );
  return (
    <PullToRefresh label={t('loading')} onRefresh={() => fills.query.refetch()}>
      <div className="px-4 pt-4">
        <div className="flex pb-3">
          <TimePill value={span} onValueChange={setSpan} />
        </div>
        {hasLots && <Statistics span={span} />}
        <CallState
          query={fills.query}
          data={fills.first === undefined ? undefined : fills.items}
          skeleton={<SkeletonRows count={4} />}
        >
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={ReceiptText}
                title={span.time === 'always' ? t('noFills') : t('noFillsThen')}
                action={span.time === 'always' ? toMarkets : allTime}
              />
            ) : (
              <FillList fills={list} named />
            )
          }
        </CallState>
      </div>
      <MoreButton query={fills.query} />
    </PullToRefresh>
  );
}

/** The net result of the fills of that time together, after charges. */
function Statistics({ span }: { span: TimeSpan }) {
  const { t } = useTranslation('trade');
  const words = useChangeWords();
  const input = { by: 'day', ...spanInput(span) } as const;
  const statistics = useCall('stockStatistics', input, { keepPrevious: true });
  if (statistics.data === undefined) {
    return (
      <SkeletonGroup label={t('loading')}>
        <SkeletonTile height={76} />
      </SkeletonGroup>
    );
  }
  const { asset, profitRealised, charges, turnover } = statistics.data;
  return (
    <StatGrid
      stats={[
        {
          label: t('profitRealised'),
          value: <Change value={profitRealised} asset={asset} unit="symbol" words={words} />,
        },
        { label: t('chargesPaid'), value: <Money value={charges} asset={asset} /> },
        { label: t('turnover'), value: <Money value={turnover} asset={asset} /> },
      ]}
    />
  );
}
