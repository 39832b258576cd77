import { type Cell, isOpen } from '@tarazu/core/rows';
import { rowsText } from '#engine/tables/row-text.ts';
import { type BatchRows, rowsAs } from '#engine/tables/statement.ts';
import { keyOfCells, TABLES, type Table, type TableName } from '#engine/tables/tables.ts';
import type { Queryable } from '#platform/database/pool.ts';

type Rows = readonly (readonly Cell[])[];

/**
 * Tables whose rows are written once by the command in their key: compared stretch by stretch and forgotten.
 */
const APPENDED = TABLES.filter(({ life, key }) => life === 'appended' && key.includes('sequence'));
const KEPT = TABLES.filter((table) => !APPENDED.includes(table));
/** Tables with rows that end and never change again, so that a client's id is used once and for all. */
const ENDING = KEPT.filter(({ madeBy, open, life }) => madeBy !== undefined && (open || life === 'appended'));
const COMPARED_AT_ONCE = 2_000;

/** The work that a comparison from a snapshot has behind it. */
export interface TablesBegun {
  readonly alive: BatchRows;
  /** How many rows of each table were compared and forgotten. */
  readonly finished: ReadonlyMap<TableName, number>;
}

/** Compares the rows that a replay gives with those in the tables. */
export class TableAudit {
  readonly #on: Queryable;
  /** Rows that may still change, by table and key. */
  readonly #kept: ReadonlyMap<TableName, Map<string, readonly Cell[]>>;
  /** Rows that were compared and forgotten because they can't change any more. */
  readonly #forgotten: Map<TableName, number>;

  constructor(on: Queryable, begun?: TablesBegun) {
    this.#on = on;
    this.#kept = new Map(
      KEPT.map((table) => [
        table.table,
        new Map((begun?.alive.get(table.table) ?? []).map((row) => [keyOfCells(table, row), row])),
      ]),
    );
    this.#forgotten = new Map(begun?.finished);
  }

  /** The rows that may still change. */
  alive(): BatchRows {
    return new Map([...this.#kept].map(([name, rows]) => [name, [...rows.values()]]));
  }

  /** Takes in what a stretch of the journal wrote. */
  async take(rows: BatchRows, stretch: { from: number; to: number }): Promise<string | undefined> {
    for (const table of APPENDED) {
      const written = rows.get(table.table) ?? [];
      const problem = await this.#compareStretch(table, written, stretch);
      if (problem !== undefined) return problem;
      this.#forget(table.table, written.length);
    }
    for (const table of KEPT) {
      const kept = this.#kept.get(table.table);
      for (const row of rows.get(table.table) ?? []) kept?.set(keyOfCells(table, row), row);
    }
    for (const table of ENDING) {
      const problem = await this.#compareEnded(table);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Compares what is left, and that the tables hold nothing besides. */
  async finish(): Promise<string | undefined> {
    for (const table of TABLES) {
      const { table: name } = table;
      const rows = [...(this.#kept.get(name)?.values() ?? [])];
      for (let from = 0; from < rows.length; from += COMPARED_AT_ONCE) {
        const problem = await this.#compare(table, rows.slice(from, from + COMPARED_AT_ONCE));
        if (problem !== undefined) return problem;
      }
      const expected = rows.length + (this.#forgotten.get(name) ?? 0);
      const found = await this.#count(`select count(*) as n from ${name}`, []);
      if (found !== expected) return `The table ${name} has ${found} rows, and the replay gives ${expected}.`;
    }
    return undefined;
  }

  #forget(name: TableName, count: number): void {
    this.#forgotten.set(name, (this.#forgotten.get(name) ?? 0) + count);
  }

  async #compareEnded(table: Table): Promise<string | undefined> {
    const kept = this.#kept.get(table.table);
    if (!kept) return undefined;
    const ended = [...kept].filter(([, row]) => table.open === undefined || !isOpen(table, row));
    if (ended.length === 0) return undefined;
    for (const [key] of ended) kept.delete(key);
    this.#forget(table.table, ended.length);
    return this.#compare(
      table,
      ended.map(([, row]) => row),
    );
  }

  async #compareStretch(
    table: Table,
    rows: Rows,
    { from, to }: { from: number; to: number },
  ): Promise<string | undefined> {
    const found = await this.#count(
      `select count(*) as n from ${table.table} where sequence between $1 and $2`,
      [from, to],
    );
    const problem = await this.#compare(table, rows);
    if (problem !== undefined || found === rows.length) return problem;
    return `The table ${table.table} has ${found} rows of the commands ${from} to ${to}, and the replay gives ${rows.length}.`;
  }

  async #count(text: string, values: readonly number[]): Promise<number> {
    const { rows } = await this.#on.query<{ n: bigint }>(text, [...values]);
    return Number(rows[0]?.n);
  }

  /** The database compares: it knows what each column's text means. */
  async #compare(table: Table, rows: Rows): Promise<string | undefined> {
    if (rows.length === 0) return undefined;
    const { key } = table;
    const names = table.columns.map(({ name }) => name);
    const differs = names.map((name) => `t.${name} is distinct from x.${name}`).join(' or ');
    const text =
      `select to_jsonb(x) as expected, to_jsonb(t) as found from ${rowsAs(table, 1)}` +
      ` left join ${table.table} t using (${key.join(', ')}) where ${differs} limit 1`;
    const result = await this.#on.query<Difference>(text, [rowsText(rows)]);
    const [first] = result.rows;
    return first && sentenceOf(table, key, first);
  }
}

interface Difference {
  readonly expected: Readonly<Record<string, unknown>>;
  /** Null where there is no such row. */
  readonly found: Readonly<Record<string, unknown>> | null;
}

function sentenceOf(table: Table, key: readonly string[], { expected, found }: Difference): string {
  const where = key.map((name) => `${name} ${String(expected[name])}`).join(', ');
  if (found === null) return `The table ${table.table} lacks the row of ${where}.`;
  const [column] = table.columns.map(({ name }) => name).filter((name) => expected[name] !== found[name]);
  if (column === undefined) return `The table ${table.table} differs at ${where}.`;
  const values = `${String(found[column])}, and the replay gives ${String(expected[column])}`;
  return `The table ${table.table} differs at ${where}: ${column} is ${values}.`;
}
