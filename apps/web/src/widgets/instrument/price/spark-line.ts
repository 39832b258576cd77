import type { InstrumentRow, Ticker } from '@tarazu/protocol';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';

export interface SparkLine {
  readonly values: readonly string[];
  readonly tone: 'up' | 'down' | 'muted';
}

/**
 * The small line beside a change, by the ticker that tells the change. A list is read now and then and its
 * prices move all the time: once the line's own ends would say something else than the change, it begins at
 * the price that the change is from and ends at the price of now.
 */
export function sparkLine({ spark }: Pick<InstrumentRow, 'spark'>, ticker: Ticker): SparkLine {
  const sign = compareDecimal(ticker.changePercent, '0');
  const tone = sign === 0 ? 'muted' : sign > 0 ? 'up' : 'down';
  const [first] = spark;
  const last = spark.at(-1);
  if (first === undefined || last === undefined) return { values: spark, tone };
  if (compareDecimal(last, first) === sign) return { values: spark, tone };
  return { values: [ticker.previousClose, ...spark.slice(1, -1), ticker.price], tone };
}
