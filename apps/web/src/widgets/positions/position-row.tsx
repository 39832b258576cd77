import type { OwnPosition } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { balancesHiddenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Row } from '#ui/layout/row.tsx';
import { addDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { Change, Quantity } from '#ui/numbers/number-text.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { figuresAt, type PositionFigures, percentOf } from './figures.ts';
import type { ProfitUnit } from './sort.ts';

export interface PositionRowProps {
  position: OwnPosition;
  /** The gain as an amount, or in percent of the cost. */
  unit?: ProfitUnit | undefined;
  /** Those that a sum counts with it; at the newest price without. */
  figures?: PositionFigures | undefined;
  onOpen: (position: OwnPosition) => void;
}

export function PositionRow({ position, unit = 'amount', figures, onOpen }: PositionRowProps) {
  const { t } = useTranslation('trade');
  const isHidden = balancesHiddenSlice.use();
  const words = useChangeWords();
  const ticker = useTicker(position.instrumentId);
  const { value, profit } = figures ?? figuresAt(position, ticker?.price);
  const asset = position.quoteAsset;
  const percent = percentOf(profit, addDecimal(value, negateDecimal(profit)));
  return (
    <Row
      leading={<InstrumentDisc instrumentId={position.instrumentId} />}
      title={position.symbol}
      detail={
        <>
          <Quantity value={position.quantity} /> · {t('averageCostShort')}{' '}
          <AveragePrice value={position.priceAverage} asset={asset} like={position.price} />
        </>
      }
      value={<PlainMoney value={value} asset={asset} {...(isHidden ? { hiddenWord: t('hidden') } : {})} />}
      valueDetail={
        unit === 'percent' ? (
          <Change percent={percent} words={words} />
        ) : isHidden ? undefined : (
          <PlainChange value={profit} asset={asset} words={words} />
        )
      }
      onClick={() => onOpen(position)}
    />
  );
}
