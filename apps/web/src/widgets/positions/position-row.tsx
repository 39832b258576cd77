import type { OwnPosition } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { balancesHiddenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { Row } from '#ui/layout/row.tsx';
import { addDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { Percent, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { shortName } from '#widgets/instrument/price/plain.ts';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { figuresAt, percentOf } from './figures.ts';

export interface PositionRowProps {
  position: OwnPosition;
  onOpen: (position: OwnPosition) => void;
}

export function PositionRow({ position, onOpen }: PositionRowProps) {
  const { t } = useTranslation('trade');
  const isHidden = balancesHiddenSlice.use();
  const words = useChangeWords();
  const ticker = useTicker(position.instrumentId);
  const { value, profit } = figuresAt(position, ticker?.price);
  const asset = position.quoteAsset;
  const percent = percentOf(profit, addDecimal(value, negateDecimal(profit)));
  return (
    <Row
      leading={<InitialsDisc name={shortName(position.symbol)} seed={position.instrumentId} />}
      title={position.symbol}
      detail={
        <>
          <Quantity value={position.quantity} /> · {t('averageCostShort')}{' '}
          <Price value={position.priceAverage} asset={asset} />
        </>
      }
      value={<PlainMoney value={value} asset={asset} {...(isHidden ? { hiddenWord: t('hidden') } : {})} />}
      valueDetail={
        isHidden ? undefined : (
          <>
            <PlainChange value={profit} asset={asset} words={words} />{' '}
            <Percent value={percent} sign="always" className="max-[359px]:hidden" />
          </>
        )
      }
      onClick={() => onOpen(position)}
    />
  );
}
