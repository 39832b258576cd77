import type { OwnPosition } from '@tarazu/protocol';
import type { ReactNode } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useTicker } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FactList, StatGrid } from '#ui/layout/tile.tsx';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { instrumentHref, ticketHref } from '#widgets/instrument/ids.ts';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { FillList } from '#widgets/orders/detail/fill-list.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { figuresAt } from './figures.ts';
import { Lots } from './lots.tsx';

export interface PositionSheetProps {
  position: OwnPosition;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One position whole: its figures, when each part may be sold, what it was charged, its fills. */
export function PositionSheet({ position, open, onOpenChange }: PositionSheetProps) {
  const { t } = useTranslation('trade');
  const { instrumentId } = position;
  const holding = useCall('stockHolding', { instrumentId }, { enabled: open });
  const footer = (
    <>
      <Button size="medium" tone="sell" render={<PathLink href={ticketHref(instrumentId, 'sell')} />}>
        {t('sell')}
      </Button>
      <Button size="medium" tone="buy" render={<PathLink href={ticketHref(instrumentId, 'buy')} />}>
        {t('buyMore')}
      </Button>
    </>
  );
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={position.symbol}
      description={position.name}
      closeLabel={t('close')}
      footer={footer}
    >
      <div className="flex flex-col gap-5 pb-2">
        <Figures position={holding.data?.position ?? position} />
        <p className="text-small">
          <TextLink render={<PathLink href={instrumentHref({ instrumentId })} />}>
            {t('toInstrument', { symbol: position.symbol })}
          </TextLink>
        </p>
        <CallState query={holding} data={holding.data} skeleton={<SkeletonRows count={3} />}>
          {(found) => <HoldingParts holding={found} />}
        </CallState>
      </div>
    </Sheet>
  );
}

type HelpedLabel =
  | 'cost'
  | 'profitRealised'
  | 'sellableNow'
  | 'unsettled'
  | 'inOrders'
  | 'averageWithCharges';

/** The "?" beside a label of the position. */
function useHelp(): (label: HelpedLabel, term: Term) => ReactNode {
  const { t } = useTranslation('trade');
  return (label, term) => <TermHelp label={t(label)} terms={[term]} />;
}

function HoldingParts({ holding }: { holding: CallOutput<'stockHolding'> }) {
  const { t } = useTranslation('trade');
  const { position, lots, fills, charges } = holding;
  const money = (value: string) => <PlainMoney value={value} asset={position.quoteAsset} />;
  const words = useChangeWords();
  const help = useHelp();
  return (
    <>
      <FactList
        facts={[
          { label: t('cost'), help: help('cost', 'invested'), value: money(position.cost) },
          { label: t('chargesPaid'), value: money(charges) },
          {
            label: t('profitRealised'),
            help: help('profitRealised', 'realised'),
            value: <PlainChange value={position.profitRealised} asset={position.quoteAsset} words={words} />,
          },
        ]}
      />
      {lots.length > 0 && <Lots lots={lots} position={position} />}
      {fills.length > 0 && (
        <section aria-label={t('fills')}>
          <h3 className="text-heading">{t('fills')}</h3>
          <FillList fills={fills} named />
        </section>
      )}
    </>
  );
}

function Figures({ position }: { position: OwnPosition }) {
  const { t } = useTranslation('trade');
  const words = useChangeWords();
  const ticker = useTicker(position.instrumentId);
  const { value, profit, profitToday, price } = figuresAt(position, ticker?.price);
  const asset = position.quoteAsset;
  const amount = (text: string) => <Quantity value={text} />;
  const help = useHelp();
  return (
    <>
      <div>
        <p className="text-title">
          <PlainMoney value={value} asset={asset} />
        </p>
        <p className="mt-1 text-body font-medium">
          <PlainChange value={profit} asset={asset} words={words} />{' '}
          <span className="text-muted">· {t('profitToday')}</span>{' '}
          <PlainChange value={profitToday} asset={asset} words={words} />
        </p>
      </div>
      <StatGrid
        columns={2}
        stats={[
          { label: t('quantity'), value: amount(position.quantity) },
          {
            label: t('sellableNow'),
            help: help('sellableNow', 'sellable'),
            value: amount(position.quantityAvailable),
          },
          {
            label: t('unsettled'),
            help: help('unsettled', 'settlement'),
            value: amount(position.quantityUnsettled),
          },
          { label: t('inOrders'), help: help('inOrders', 'blocked'), value: amount(position.quantityHeld) },
          {
            label: t('averageWithCharges'),
            help: help('averageWithCharges', 'averageCost'),
            value: <AveragePrice value={position.priceAverage} asset={asset} />,
          },
          { label: t('priceNow'), value: <Price value={price} asset={asset} flash /> },
        ]}
      />
    </>
  );
}
