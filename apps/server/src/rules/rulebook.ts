import { assert } from '@tarazu/core/values';
import type { Queryable } from '#platform/database/pool.ts';
import { dayFromText, dayOf, dayStartMs } from '#platform/time/days.ts';
import type { DatedRow, RuleFamily, RuleSeed, RuleVersion } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { addSeed, readVersions } from '#rules/store.ts';

type Versions = ReadonlyMap<string, readonly RuleVersion[]>;

/** From 00:00 of a day in India on. */
export const beginsAtMs = (day: string): number => dayStartMs(dayFromText(day), 'IST');

/**
 * All rules with dates, as they are published: those that hold, those that held, and those that will. The
 * table is what counts; the program only brings the first versions.
 */
export class Rulebook {
  #versions: Versions;
  readonly #listeners = new Set<() => void>();

  constructor(versions: Versions) {
    this.#versions = versions;
  }

  /** All versions of a family, oldest first. */
  versions({ name }: Pick<RuleFamily, 'name'>): readonly RuleVersion[] {
    const versions = this.#versions.get(name);
    assert(versions !== undefined, `Condition: the rulebook has the family ${name}`);
    return versions;
  }

  /** The version in force at an instant; undefined before the first one. */
  inForce(family: Pick<RuleFamily, 'name'>, atMs: number): RuleVersion | undefined {
    return this.versions(family).findLast(({ effectiveFromMs }) => effectiveFromMs <= atMs);
  }

  /** The row that holds at an instant; before the first version, what that one says. */
  at<Row extends DatedRow>(family: RuleFamily<Row>, atMs: number): Row {
    const [first] = this.versions(family);
    const version = this.inForce(family, atMs) ?? first;
    assert(version !== undefined, `Condition: ${family.name} has a version`);
    return rowOf(family, version);
  }

  /** The rows of all versions, oldest first. */
  rows<Row extends DatedRow>(family: RuleFamily<Row>): readonly Row[] {
    return this.versions(family).map((version) => rowOf(family, version));
  }

  /** Reads again what is published, and tells those who asked where that is more than before. */
  async reload(on: Queryable): Promise<void> {
    const known = countOf(this.#versions);
    this.#versions = await readVersions(on);
    if (countOf(this.#versions) === known) return;
    for (const listener of this.#listeners) listener();
  }

  /** Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Versions are only ever added. */
const countOf = (versions: Versions): number => versions.values().reduce((sum, rows) => sum + rows.length, 0);

function rowOf<Row extends DatedRow>(family: RuleFamily<Row>, of: RuleVersion): Row {
  const { version, effectiveFromMs, document } = of;
  return family.rowOf(document, { version, effectiveFromMs });
}

/** The versions that came with the program, as if they were all that is published. */
function seedVersions(families: readonly RuleFamily[] = RULE_FAMILIES): Versions {
  return new Map(families.map((family) => [family.name, family.seeds.map(versionOf)]));
}

const versionOf = (seed: RuleSeed): RuleVersion => ({
  ...seed,
  effectiveFromMs: beginsAtMs(seed.effectiveFrom),
  publishedAtMs: beginsAtMs(seed.effectiveFrom),
  staff: [],
});

/** The first versions of some families. */
export const seedRulebookOf = (families: readonly RuleFamily[]): Rulebook =>
  new Rulebook(seedVersions(families));

/** For what runs without a database. */
export const seedRulebook = seedRulebookOf(RULE_FAMILIES);

/** The rulebook of a database that is only read; of what is not there, the first versions. */
export async function readRulebook(on: Queryable): Promise<Rulebook> {
  const seeds = seedVersions();
  const found = await readVersions(on);
  return new Rulebook(
    new Map(Array.from(found, ([name, rows]) => [name, rows.length === 0 ? (seeds.get(name) ?? []) : rows])),
  );
}

/**
 * Opens the rulebook of a database, with first versions where a family has none. A version that a newer
 * program brings holds from the next day on at the earliest.
 */
export async function openRulebook(on: Queryable, nowMs: number): Promise<Rulebook> {
  const known = await readVersions(on);
  const tomorrow = dayOf(nowMs, 'IST') + 1;
  for (const family of RULE_FAMILIES) {
    const versions = known.get(family.name) ?? [];
    for (const seed of family.seeds) {
      if (versions.some(({ version }) => version === seed.version)) continue;
      const day = dayFromText(seed.effectiveFrom);
      await addSeed(on, {
        family: family.name,
        seed,
        effectiveDay: versions.length === 0 ? day : Math.max(day, tomorrow),
        nowMs,
      });
    }
  }
  return new Rulebook(await readVersions(on));
}
