import { append } from '@tarazu/core/values';
import { type FormDocument, OPERATIONS } from '@tarazu/protocol';
import type { RuleVersion } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { beginsAtMs, Rulebook } from '#rules/rulebook.ts';

const PAGE = '100';

/**
 * The rulebook of a server as anybody reads it, by its public call: for whoever makes its days again, or
 * derives a fill, without believing it.
 */
export async function readPublishedRules(
  ask: (fields: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Rulebook> {
  const versions = new Map<string, RuleVersion[]>();
  for (const { name } of RULE_FAMILIES) {
    const newestFirst: RuleVersion[] = [];
    let cursor: string | undefined;
    do {
      const fields = { rule: name, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const page = OPERATIONS.rulebookVersions.output.parse(await ask(fields));
      append(newestFirst, page.list.map(versionOf));
      cursor = page.next;
    } while (cursor !== undefined);
    versions.set(name, newestFirst.reverse());
  }
  return new Rulebook(versions);
}

type WireVersion = ReturnType<typeof OPERATIONS.rulebookVersions.output.parse>['list'][number];

function versionOf({ version, effectiveFrom, publishedAtMs, staff, source, values, tables }: WireVersion) {
  const document: FormDocument = {
    values: Object.fromEntries(
      values.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
    ),
    tables: Object.fromEntries(
      tables.map(({ name, columns, rows }) => [
        name,
        rows.map((row) =>
          Object.fromEntries(
            columns.flatMap((column, at) => {
              const text = row[at] ?? '';
              return text === '' ? [] : [[column.name, text]];
            }),
          ),
        ),
      ]),
    ),
  };
  return {
    ...{ version, effectiveFrom, effectiveFromMs: beginsAtMs(effectiveFrom), publishedAtMs, staff, document },
    source: { 'en-US': source, 'bn-BN': source },
  };
}
