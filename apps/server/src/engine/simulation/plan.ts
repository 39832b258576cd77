import type { SimulationOptions } from './index.ts';

/** How many seeds `npm run simulate` runs where it is not told otherwise; the tests run the last of them. */
export const SEEDS = 1_000;
/** Of ten seeds so many are large: lots settle, auctions end and books grow deep. */
const LARGE_OF_TEN = 3;

/**
 * The plan of a seed: many are short, three in ten large, the last one as long as a busy quarter of an hour.
 */
export function planOf(seed: number): Pick<SimulationOptions, 'commands' | 'customers'> {
  if (seed % SEEDS === 0) return { commands: 5_000, customers: 40 };
  return seed % 10 < LARGE_OF_TEN ? { commands: 405, customers: 30 } : { commands: 40, customers: 5 };
}
