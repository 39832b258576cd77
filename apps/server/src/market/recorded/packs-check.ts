import { greatestOf, leastOf } from '@tarazu/core/values';
import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { listPacks, packsFolder } from './pack.ts';

/**
 * A recorded market needs something to replay, and a day of it to begin with.
 * @throws StartupError with one sentence.
 */
export function checkPacks(config: Pick<Config, 'market' | 'recordedFrom' | 'dataDirectory'>): void {
  if (config.market !== 'recorded') return;
  const folder = packsFolder(config.dataDirectory);
  const packs = listPacks(folder);
  if (packs.length === 0) {
    throw new StartupError(
      `MARKET=recorded replays packs, and there is none in ${folder}. Import some, such as with ` +
        '"npm run market -- import FILES", or set MARKET=simulated.',
    );
  }
  const first = dayOf(leastOf(packs.map(({ fromMs }) => fromMs)));
  const last = dayOf(greatestOf(packs.map(({ lastMs }) => lastMs)));
  const from = config.recordedFrom;
  if (from !== null && (from < first || from > last)) {
    throw new StartupError(
      `RECORDED_FROM=${from} is not a day of the packs in ${folder}, which hold ${first} to ${last}; ` +
        `set one of these, such as RECORDED_FROM=${first}.`,
    );
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
