import { Price } from '#ui/numbers/number-text.tsx';
import { decimalsOf } from './plain.ts';

export interface AveragePriceProps {
  value: string;
  asset: string;
  /** A price of the same instrument, where averages stand in a list and all have its decimals. */
  like?: string | undefined;
}

/** An average as the wire has it, which may have more decimals than a price. */
export function AveragePrice({ value, asset, like }: AveragePriceProps) {
  return <Price value={value} asset={asset} decimals={decimalsOf(like ?? value)} />;
}
