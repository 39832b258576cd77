import { formDocument } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { dayFromText, dayStartMs, dayText } from '#platform/time/days.ts';
import type { RuleSeed, RuleSource, RuleVersion } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';

const sourceSchema = z.object({ 'en-US': z.string(), 'bn-BN': z.string() });

const selectVersions = statement<{
  version: string;
  family: string;
  effective_from: string;
  document: unknown;
  source: unknown;
  staff: string[];
  published_at: Date;
}>(
  'rule-versions',
  `select version, family, effective_from, document, source, staff, published_at from rule_version
    order by family, effective_from`,
);
const insertVersion = statement<{ version: string }>(
  'rule-version-insert',
  `insert into rule_version (version, family, effective_from, document, source, staff, published_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning version`,
);

/** Every published version by its family, oldest first; those of families that no code knows are left out. */
export async function readVersions(on: Queryable): Promise<ReadonlyMap<string, readonly RuleVersion[]>> {
  const found = new Map<string, RuleVersion[]>(RULE_FAMILIES.map(({ name }) => [name, []]));
  for (const row of await selectVersions(on, []))
    found.get(row.family)?.push({
      version: row.version,
      effectiveFrom: row.effective_from,
      effectiveFromMs: dayStartMs(dayFromText(row.effective_from), 'IST'),
      document: formDocument.parse(row.document),
      source: sourceSchema.parse(row.source),
      staff: row.staff,
      publishedAtMs: row.published_at.getTime(),
    });
  return found;
}

export async function addSeed(
  on: Queryable,
  of: {
    readonly family: string;
    readonly seed: RuleSeed;
    readonly effectiveDay: number;
    readonly nowMs: number;
  },
): Promise<void> {
  const { version, document, source } = of.seed;
  const effectiveFrom = dayText(of.effectiveDay);
  await addVersion(on, {
    family: of.family,
    version,
    effectiveFrom,
    document,
    source,
    staff: [],
    nowMs: of.nowMs,
  });
}

/** False where the rule has a version of that name or from that day already. */
export async function addVersion(
  on: Queryable,
  of: {
    readonly family: string;
    readonly version: string;
    readonly effectiveFrom: string;
    readonly document: RuleVersion['document'];
    readonly source: RuleSource;
    readonly staff: readonly string[];
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { version, family, effectiveFrom, document, source, staff, nowMs } = of;
  const texts = [JSON.stringify(document), JSON.stringify(source)];
  const added = await insertVersion(on, [version, family, effectiveFrom, ...texts, staff, new Date(nowMs)]);
  return added.length === 1;
}
