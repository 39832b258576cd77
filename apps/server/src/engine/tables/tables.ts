import { type Cell, ROW_KINDS, type RowKind } from '@tarazu/core/rows';
import { WRITER_KINDS } from './writer-rows.ts';

/**
 * A table that a batch writes, as its kind of row describes it.
 * Columns are in the database's order, and so are a row's cells.
 */
export type Table = Omit<RowKind<never>, 'keyOf' | 'keyInAccount' | 'cellsOf' | 'rowOf'>;

export const TABLES: readonly Table[] = [...Object.values(WRITER_KINDS), ...Object.values(ROW_KINDS)];

export type TableName = string;

const byName = new Map(TABLES.map((table) => [table.table, table]));

export function tableOf(name: TableName): Table {
  const table = byName.get(name);
  if (!table) throw new Error(`Invariant: ${name} is a table`);
  return table;
}

/** The place of a column among a row's cells. */
export function placeOf(table: Table, column: string): number {
  const place = table.columns.findIndex(({ name }) => name === column);
  if (place < 0) throw new Error(`Invariant: ${table.table} has a column ${column}`);
  return place;
}

/** The key of a row, from its cells. */
export function keyOfCells(table: Table, cells: readonly Cell[]): string {
  return table.key.map((column) => String(cells[placeOf(table, column)])).join(' ');
}
