import { createHash } from 'node:crypto';
import type { Form, FormDocument, Language, OPERATIONS, OutputOf } from '@tarazu/protocol';
import type { RuleVersion } from '#rules/family.ts';

export type WireVersion = NonNullable<OutputOf<(typeof OPERATIONS)['rulebook']>['rules'][number]['inForce']>;

/** Hash of a document, in hexadecimal: of its JSON with all keys in order, whoever wrote it. */
export function documentHash({ values, tables }: FormDocument): string {
  const sorted = (row: Readonly<Record<string, string>>) =>
    Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
  const facts = [
    sorted(values),
    Object.entries(tables)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, rows]) => [name, rows.map(sorted)]),
  ];
  return createHash('sha256')
    .update(`tarazu rule 1\n${JSON.stringify(facts)}`)
    .digest('hex');
}

/** The content of a document in the order of its form. */
export function wireDocument(
  { fields, tables }: Form,
  document: FormDocument,
): Pick<WireVersion, 'values' | 'tables'> {
  return {
    values: fields.map(({ name, kind }) => ({ name, kind, value: document.values[name] ?? '' })),
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, kind: column.kind })),
      rows: (document.tables[name] ?? []).map((row) => columns.map((column) => row[column.name] ?? '')),
    })),
  };
}

export function wireVersion(form: Form, of: RuleVersion, language: Language): WireVersion {
  const { version, effectiveFrom, effectiveFromMs, publishedAtMs, staff, source, document } = of;
  return {
    ...{ version, effectiveFrom, effectiveFromMs, publishedAtMs, staff: [...staff] },
    source: source[language],
    hash: documentHash(document),
    ...wireDocument(form, document),
  };
}
