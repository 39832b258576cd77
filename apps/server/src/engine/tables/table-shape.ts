import { type Queryable, statement } from '#platform/database/pool.ts';
import { TABLES, type Table } from './tables.ts';

interface FoundColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: 'YES' | 'NO';
}

const columnsOf = statement<FoundColumn>(
  'columns-of-tables',
  `select table_name, column_name, udt_name, is_nullable from information_schema.columns
    where table_schema = current_schema() and table_name = any($1) order by table_name, ordinal_position`,
);

/**
 * The first difference between the tables and what the
 * code says of their rows; undefined where there is none.
 */
export async function shapeProblem(on: Queryable): Promise<string | undefined> {
  const found = Map.groupBy(
    await columnsOf(on, [TABLES.map(({ table }) => table)]),
    ({ table_name }) => table_name,
  );
  for (const table of TABLES) {
    const problem = problemOf(table, found.get(table.table) ?? []);
    if (problem !== undefined)
      return `The table ${table.table} is not as this version describes it: ${problem}`;
  }
  return undefined;
}

function problemOf({ columns }: Table, found: readonly FoundColumn[]): string | undefined {
  for (const [place, { name, type, isOptional }] of columns.entries()) {
    const column = found[place];
    if (column?.column_name !== name)
      return `column ${place + 1} is ${column?.column_name ?? 'missing'}, and should be ${name}.`;
    if (column.udt_name !== type) return `${name} is ${column.udt_name}, and should be ${type}.`;
    if (!isOptional && column.is_nullable === 'YES') return `${name} may be null, and should not.`;
  }
  const more = found[columns.length];
  return more && `it has a column ${more.column_name} of which nothing is known.`;
}
