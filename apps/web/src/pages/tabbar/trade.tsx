import { type ReactNode, Suspense, useState } from 'react';
import { lastInstrumentSlice, systemTradeTypeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { LyingBack, TabPageBar } from '#shell/app-bars.tsx';
import { PagePending } from '#shell/page-fallbacks.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { useIsShort, useScreenShape } from '#ui/layout/screen.ts';
import { GttEntry } from '#widgets/gtt/gtt-entry.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { TicketPanel } from '#widgets/ticket/ticket-panel.tsx';
import { BasketLink } from '#widgets/trading/basket-link.tsx';
import { useMostTraded } from '#widgets/trading/use-most-traded.ts';
import { LazyWorkspace } from '#widgets/workspace/lazy-workspace.tsx';

type TradeType = 'stock' | 'coin';

/** The ticket of the last instrument of a side; the first time, of the one that is traded most. */
export default function TradePage() {
  const { t } = useTranslation('trade');
  const type = systemTradeTypeSlice.use();
  const last = lastInstrumentSlice.use()[type];
  const shape = useScreenShape();
  const isLying = shape === 'lying';
  const isShort = useIsShort();
  const choice = (
    <Segmented
      label={t('stocksOrCoins')}
      value={type}
      onValueChange={(value) => systemTradeTypeSlice.set(value)}
      items={[
        { value: 'stock', label: t('stocks') },
        { value: 'coin', label: t('coins') },
      ]}
    />
  );
  const trailing = (
    <>
      <BasketLink />
      <HowButton topic="trade" />
    </>
  );
  const bar = <TabPageBar title={t('trade')} trailing={trailing} instead={isShort ? choice : undefined} />;
  if (shape === 'desktop' && last !== undefined) {
    return (
      <Suspense fallback={<PagePending />}>
        <LazyWorkspace instrumentId={last} trailing={trailing} />
      </Suspense>
    );
  }
  // On its side a phone shows no tabs: the way out is the arrow.
  const lead = isLying && (
    <>
      <LyingBack title={t('trade')} />
      {choice}
    </>
  );
  return (
    <Page flush room="columns" header={isLying ? undefined : bar}>
      {!isLying && !isShort && <div className="px-4 pb-1">{choice}</div>}
      {last === undefined ? (
        <FirstInstrument key={type} type={type} />
      ) : (
        <TradeOf key={type} type={type} instrumentId={last} lead={lead} />
      )}
    </Page>
  );
}

interface TradeOfProps {
  type: TradeType;
  instrumentId: string;
  lead?: ReactNode;
}

function TradeOf({ type, instrumentId, lead }: TradeOfProps) {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const choose = (chosen: string) => {
    const chosenType = productAt(chosen).section;
    lastInstrumentSlice.update((last) => ({ ...last, [chosenType]: chosen }));
    if (chosenType !== type) systemTradeTypeSlice.set(chosenType);
  };
  return (
    <TicketPanel
      instrumentId={instrumentId}
      lead={lead}
      side={side}
      onSideChange={setSide}
      onInstrumentChange={choose}
      below={(profile) => <GttEntry profile={profile} />}
      aboveTabs
    />
  );
}

function FirstInstrument({ type }: { type: TradeType }) {
  const { t } = useTranslation('trade');
  const { query, data } = useMostTraded(type, { enabled: true });
  const skeleton = (
    <>
      <SkeletonRows count={1} />
      <div className="px-4">
        <SkeletonTile height={230} />
      </div>
    </>
  );
  return (
    <CallState query={query} data={data} skeleton={skeleton}>
      {({ list }) => {
        const [first] = list;
        if (first === undefined) return <EmptyState title={t('nothingToTrade')} />;
        return <TradeOf type={type} instrumentId={first.instrumentId} />;
      }}
    </CallState>
  );
}
