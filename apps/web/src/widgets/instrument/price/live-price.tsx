import type { InstrumentRow, Ticker } from '@tarazu/protocol';
import { stream } from '#client/live.ts';
import { PRICE_OLD_MS, useTicker } from '#client/prices.ts';
import { Change, Price } from '#ui/numbers/number-text.tsx';
import { Sparkline } from '#ui/numbers/sparkline.tsx';
import { Age, useNow } from '#ui/numbers/time-text.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { sparkLine } from './spark-line.ts';

/** A ticker together with how its price is written; an index counts points, not rupees. */
type Quoted = Ticker & {
  readonly priceScale: number;
  readonly quoteAsset: string;
  readonly kind: InstrumentRow['kind'];
};

interface LiveProps {
  row: Quoted;
  className?: string | undefined;
}

/** The price that moves: the only part of a row that is drawn again when it does. */
export function LivePrice({
  row,
  className,
  unit = 'sign',
}: LiveProps & { unit?: 'symbol' | 'sign' | undefined }) {
  const ticker = useTicker(row.instrumentId, row);
  return (
    <Price
      value={ticker?.price}
      asset={row.quoteAsset}
      decimals={row.priceScale}
      unit={row.kind === 'index' ? 'none' : unit}
      flash
      className={className}
    />
  );
}

export function LiveChange({ row, whole = false, className }: LiveProps & { whole?: boolean | undefined }) {
  const ticker = useTicker(row.instrumentId, row);
  const words = useChangeWords();
  const value = whole ? ticker?.change : undefined;
  return (
    <Change
      value={value}
      percent={ticker?.changePercent}
      asset={row.quoteAsset}
      decimals={row.priceScale}
      unit={row.kind === 'index' ? 'none' : 'sign'}
      words={words}
      className={className}
    />
  );
}

/** The way of the price of a day, which never says something else than the change beside it. */
export function LiveSpark({ row, width }: { row: InstrumentRow; width?: number | undefined }) {
  const ticker = useTicker(row.instrumentId, row) ?? row;
  const { values, tone } = sparkLine(row, ticker);
  return <Sparkline values={values} tone={tone} width={width} />;
}

/** The age of a price from five seconds on; a fresh one needs none. */
export function TickerAge({ row, className }: LiveProps) {
  const ticker = useTicker(row.instrumentId, row);
  const clockOffsetMs = stream.clockOffsetMs();
  const nowMs = useNow(1000) + clockOffsetMs;
  if (ticker === undefined || nowMs - ticker.atMs < PRICE_OLD_MS) return null;
  return <Age atMs={ticker.atMs} clockOffsetMs={clockOffsetMs} className={className} />;
}
