import { OF_ACCOUNTS } from '#simulation/planted/of-accounts.ts';
import { OF_HOLDS } from '#simulation/planted/of-holds.ts';
import { OF_LIMITS } from '#simulation/planted/of-limits.ts';
import { OF_MARKS } from '#simulation/planted/of-marks.ts';
import { OF_THE_CORE } from '#simulation/planted/of-the-core.ts';
import { OF_WHAT_WAITS } from '#simulation/planted/of-waiting-orders.ts';
import type { Planted } from '#simulation/planted/tools.ts';

export type { Planted } from '#simulation/planted/tools.ts';

/** Every mistake of the core that a run of it is known to find. */
export const PLANTED: readonly Planted[] = [
  ...OF_THE_CORE,
  ...OF_ACCOUNTS,
  ...OF_HOLDS,
  ...OF_LIMITS,
  ...OF_MARKS,
  ...OF_WHAT_WAITS,
];
