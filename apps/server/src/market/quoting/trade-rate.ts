import { movedOf, type Sight } from '#market/quoting/quoting.ts';
import { productIn } from '#products/list.ts';

/**
 * Of what somebody looks at, and of the rest: trades a second of what is usually traded in usual times,
 * thinned so that a tape can be read.
 */
const PACE = { hot: 0.9, warm: 0.3 };
/** The turnover of a usual share or coin in a second, in its quote asset. */
const USUAL_VALUE: Readonly<Record<string, number>> = {
  INR: 94_000,
  USDT: 1_200,
  BDT: 6_000,
  BRL: 8_000,
};
const TIMES_MIN = 0.25;
const TIMES_MAX = 2.5;
/** Times by which trades grow for a move of a minute's deviation since the last one, with its square. */
const MOVED_TIMES = 8;
/** One in each tick of the market maker. */
const RATE_MAX = { hot: 4, warm: 1 };

/**
 * How often an instrument trades: by the value that it trades now, which follows instrument and hour, and by
 * how much its price moves. Both by their roots: a market of a hundred times the value has larger trades too.
 */
export function tradesASecond(sight: Sight, pace: keyof typeof PACE): number {
  const { definition, fair } = sight;
  const value = (fair.volumeRate * fair.price) / (USUAL_VALUE[definition.quoteAsset] ?? 1);
  const deviation = fair.sigma1m / (productIn(definition)?.minuteDeviation ?? fair.sigma1m);
  const times = Math.sqrt(Math.max(0, value * deviation));
  const usual = PACE[pace] * Math.min(TIMES_MAX, Math.max(TIMES_MIN, times));
  return Math.min(RATE_MAX[pace], usual * (1 + MOVED_TIMES * movedOf(sight) ** 2));
}
