import type { OwnPosition } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { useTicker } from '#client/prices.ts';
import { balancesHiddenSlice } from '#client/store.ts';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { Change, Money, Price, Quantity } from '#ui/number-text.tsx';
import { Row } from '#ui/row.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { figuresAt } from './figures.ts';

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
  return (
    <Row
      leading={<InitialsDisc name={position.symbol} seed={position.instrumentId} />}
      title={position.symbol}
      detail={
        <>
          <Quantity value={position.quantity} /> · {t('averageShort')} <Price value={position.priceAverage} asset={asset} />
        </>
      }
      value={<Money value={value} asset={asset} {...(isHidden ? { hiddenWord: t('hidden') } : {})} />}
      valueDetail={isHidden ? undefined : <Change value={profit} asset={asset} unit="symbol" words={words} />}
      onClick={() => onOpen(position)}
    />
  );
}
