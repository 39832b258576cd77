import type { Changes } from '@tarazu/core';
import { type Cell, kindOf, type RowName, type RowOf, type RowsOf } from '@tarazu/core/rows';

/** The changes of a batch to one kind of row. */
export interface ChangedRows {
  readonly table: string;
  readonly add: (changes: Changes) => void;
  /** As the database takes them. */
  readonly cells: () => Cell[][];
}

/**
 * Rows that only ever come are written down at once; rows
 * that change are kept once, as the last command left them.
 */
export function changedRows<Name extends RowName>(name: Name): ChangedRows {
  const { table, life, keyOf, cellsOf } = kindOf(name);
  const rowsIn = (changes: RowsOf<RowName>): readonly RowOf<Name>[] => changes[name];
  if (life === 'appended') {
    const cells: Cell[][] = [];
    const add = (changes: Changes): void => {
      const rows = rowsIn(changes);
      if (rows.length > 0) for (const row of rows) cells.push(cellsOf(row));
    };
    return { table, add, cells: () => cells };
  }
  const last = new Map<string, RowOf<Name>>();
  const add = (changes: Changes): void => {
    const rows = rowsIn(changes);
    // Of most kinds a command changes nothing, and a look is cheaper than an iterator.
    if (rows.length > 0) for (const row of rows) last.set(keyOf(row), row);
  };
  return { table, add, cells: () => Array.from(last.values(), cellsOf) };
}
