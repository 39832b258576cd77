import { readText } from '@tarazu/core';
import { type EndSeed, endDayStartMs, hexOf } from '@tarazu/core/proof';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

const mixes = statement<{ body: string }>(
  'mix-audit',
  `select body from rules where kind = 'endSeed' and name like '% mixed' order by name`,
);
const closedLog = statement<{ sequence: bigint | null }>(
  'mix-audit-closed',
  'select max(sequence) as sequence from log_head_past',
);

/**
 * Makes what was mixed with each day's secret again: the commands before the day, and the log's root over
 * them. What a closed log gave, whose salts are gone with its key, nobody makes again.
 * @returns the first difference in a sentence; undefined when everything agrees.
 */
export async function mixProblem(on: Queryable, secrets: Secrets): Promise<string | undefined> {
  const store = new LogStore(on);
  const leafHashOf = leafHasher(secrets);
  const [closed] = await closedLog(on, []);
  for (const { body } of await mixes(on, [])) {
    const { tradingDay, mix } = readText<EndSeed>(body);
    if (mix === undefined || mix.sequence <= Number(closed?.sequence ?? -1n)) continue;
    const sequence = await store.countBefore(endDayStartMs(tradingDay));
    if (sequence !== mix.sequence)
      return `With the secret of ${tradingDay} the root over ${sequence} commands had to be mixed, not over ${mix.sequence}.`;
    if (hexOf(await store.rootOf(sequence, leafHashOf)) !== mix.root)
      return `What was mixed with the secret of ${tradingDay} is not the root of the log over ${sequence} commands.`;
  }
  return undefined;
}
