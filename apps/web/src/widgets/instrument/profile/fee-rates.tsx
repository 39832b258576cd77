import { Percent } from '#ui/numbers/number-text.tsx';

export interface FeeRatesProps {
  /** Shares of one, as decimal text. */
  maker: string;
  taker: string;
}

/** The fee of an order that waits in the book, and of one that fills at once. */
export function FeeRates({ maker, taker }: FeeRatesProps) {
  return (
    <>
      <Percent value={maker} unit="ratio" decimals={2} />, <Percent value={taker} unit="ratio" decimals={2} />
    </>
  );
}
