import { OF_ACCOUNTS } from '#simulation/planted/of-accounts.ts';
import { OF_BOOKS } from '#simulation/planted/of-books.ts';
import { OF_CORPORATE_ACTIONS } from '#simulation/planted/of-corporate-actions.ts';
import { OF_HOLDS } from '#simulation/planted/of-holds.ts';
import { OF_LIMITS } from '#simulation/planted/of-limits.ts';
import { OF_MARKS } from '#simulation/planted/of-marks.ts';
import { OF_SWEEPS } from '#simulation/planted/of-sweeps.ts';
import { OF_THE_CORE } from '#simulation/planted/of-the-core.ts';
import { OF_WHAT_WAITS } from '#simulation/planted/of-waiting-orders.ts';
import type { Planted } from '#simulation/planted/tools.ts';

export type { Planted } from '#simulation/planted/tools.ts';

/**
 * Every mistake of the core that a run is known to find,
 * planted in writer and replay alike as a real one would be.
 */
export const PLANTED: readonly Planted[] = [
  ...OF_THE_CORE,
  ...OF_ACCOUNTS,
  ...OF_BOOKS,
  ...OF_CORPORATE_ACTIONS,
  ...OF_HOLDS,
  ...OF_LIMITS,
  ...OF_MARKS,
  ...OF_SWEEPS,
  ...OF_WHAT_WAITS,
];
