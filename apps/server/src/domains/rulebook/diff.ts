import type { Form, FormDocument, FormTable, OPERATIONS, OutputOf } from '@tarazu/protocol';

export type WireChange = OutputOf<(typeof OPERATIONS)['rulebookDiff']>['rules'][number]['changes'][number];

type Row = Readonly<Record<string, string>>;
const NO_ROW: Row = {};

/** All that differs between two documents of a form; a document that is not there has nothing in it. */
export function changesBetween(
  { fields, tables }: Form,
  before: FormDocument | undefined,
  after: FormDocument | undefined,
): WireChange[] {
  return [
    ...changesOf(fields, before?.values ?? NO_ROW, after?.values ?? NO_ROW),
    ...tables.flatMap((table) => tableChanges(table, before?.tables[table.name], after?.tables[table.name])),
  ];
}

function changesOf(columns: Form['fields'], before: Row, after: Row): WireChange[] {
  return columns.flatMap(({ name, kind }) => {
    const [was, is] = [before[name] ?? '', after[name] ?? ''];
    if (was === is) return [];
    return [{ name, kind, ...(was !== '' && { before: was }), ...(is !== '' && { after: is }) }];
  });
}

/**
 * Rows are the same one by their key, which is named with each of its changes and is none itself, or by their
 * place where the table has none.
 */
function tableChanges(
  { name: table, columns, rowKey }: FormTable,
  before: readonly Row[] = [],
  after: readonly Row[] = [],
): WireChange[] {
  const keyed = (rows: readonly Row[]) =>
    new Map(rows.map((row, place) => [rowKey === undefined ? String(place + 1) : (row[rowKey] ?? ''), row]));
  const [old, now] = [keyed(before), keyed(after)];
  const compared = columns.filter(({ name }) => name !== rowKey);
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  if (rowKey !== undefined) keys.sort((one, other) => placeOf(one) - placeOf(other));
  return keys.flatMap((row) =>
    changesOf(compared, old.get(row) ?? NO_ROW, now.get(row) ?? NO_ROW).map((change) => ({
      ...{ table, row },
      ...change,
    })),
  );

  /** Where a row stands now, or stood before. */
  function placeOf(key: string): number {
    const place = [...now.keys()].indexOf(key);
    return place === -1 ? [...old.keys()].indexOf(key) : place;
  }
}
