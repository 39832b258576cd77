import type { Cell } from '#model/rows/column.ts';
import type { RowKind } from '#model/rows/row-kind.ts';
import { assert } from '#values/index.ts';

/** The order in which a statement gives rows that it sorts by their keys, of rows as cells. */
export function byKey({
  columns,
  key,
}: Pick<RowKind<never>, 'columns' | 'key'>): (one: readonly Cell[], other: readonly Cell[]) => number {
  const places = key.map((column) => columns.findIndex(({ name }) => name === column));
  return (one, other) => {
    for (const place of places) {
      const [mine, theirs] = [one[place], other[place]];
      assert(mine !== undefined && theirs !== undefined, 'Invariant: a row has all cells of its key');
      if (mine !== theirs) return mine < theirs ? -1 : 1;
    }
    return 0;
  };
}
