import type { Cell, Column, ColumnType, StoredCell } from '#model/rows/column.ts';
import { assert } from '#values/index.ts';

/** Owner of the rows: one account, the house ledger, or an instrument and its books. */
export type RowOwner = 'account' | 'house' | 'instrument';
/**
 * `state` is replaced as it changes and is read at a restart; `appended` is written once and never changes.
 */
export type RowLife = 'state' | 'appended';
/** How an account keeps its rows in memory: by the rest of their key, or in a way of their own. */
export type RowStorage = 'keyed' | 'own';

/** Which rows a restart reads: the others have ended and never change again. */
export interface OpenRows {
  readonly column: string;
  readonly is: 'true' | 'aboveZero' | 'null';
}

/** Which rows keep their account in memory: while there is one, something is open that others may touch. */
export interface KeepingRows {
  readonly column: string;
  readonly is: 'true' | 'notZero';
}

/** A row as a database gives it, by column. */
export type StoredRow = Readonly<Record<string, StoredCell>>;

export interface ColumnShape {
  readonly name: string;
  readonly type: ColumnType;
  readonly isOptional: boolean;
}

/** Facts of a kind of row, said once: memory, journal, tables, audit and simulator are made from it. */
export interface RowKind<
  Row,
  Owner extends RowOwner = RowOwner,
  Life extends RowLife = RowLife,
  Storage extends RowStorage = RowStorage,
> {
  /** Name of the table, and of its rows in the state hash. */
  readonly table: string;
  readonly owner: Owner;
  readonly life: Life;
  readonly storage: Storage;
  /** Names of columns that tell one row from all others. */
  readonly key: readonly string[];
  /** The column with the sequence of the command that made the row, where it has one. */
  readonly madeBy: string | undefined;
  /** How many columns, from the first, never change. */
  readonly fixedCount: number;
  readonly open: OpenRows | undefined;
  readonly keeping: KeepingRows | undefined;
  /** Whether a row keeps its account in memory; undefined for a kind of which none does. */
  readonly isKeeping: ((row: Row) => boolean) | undefined;
  /** In the database's order. */
  readonly columns: readonly ColumnShape[];
  readonly keyOf: (row: Row) => string;
  /** The key without the account: what tells the rows of one account apart. */
  readonly keyInAccount: (row: Row) => string;
  readonly cellsOf: (row: Row) => Cell[];
  /** @throws Error (`Condition`) on a value that the column can't have. */
  readonly rowOf: (stored: StoredRow) => Row;
}

type Fields<Flat> = { readonly [Name in keyof Flat]-?: Column<Exclude<Flat[Name], undefined>> };

interface Description<Row, Flat, Owner, Life, Storage> {
  readonly table: string;
  readonly owner: Owner;
  readonly life: Life;
  readonly storage: Storage;
  /** Fields of the row itself too: a key is asked for more often than all columns. */
  readonly key: readonly (keyof Flat & keyof Row & string)[];
  readonly madeBy?: keyof Flat & string;
  /** The first field that may change; absent where all but the key may, or none. */
  readonly changesFrom?: keyof Flat & string;
  readonly open?: { readonly field: keyof Flat & string; readonly is: OpenRows['is'] };
  readonly keeping?: { readonly field: keyof Flat & string; readonly is: KeepingRows['is'] };
  /** Every field, in the order of the database's columns. */
  readonly fields: Fields<Flat>;
}

/** A kind whose fields are its columns. */
export function rowKind<Row extends object>() {
  return <const Owner extends RowOwner, const Life extends RowLife, const Storage extends RowStorage>(
    description: Description<Row, Row, Owner, Life, Storage>,
  ): RowKind<Row, Owner, Life, Storage> => {
    const same = (row: Row): Row => row;
    return kindOf(description, { flatten: same, assemble: same });
  };
}

/**
 * A kind whose fields hold more than one column can: it
 * says how they lie flat, and how they come together again.
 */
export function nestedRowKind<Row extends object, Flat extends object>(shape: {
  readonly flatten: (row: Row) => Flat;
  readonly assemble: (flat: Flat) => Row;
}) {
  return <const Owner extends RowOwner, const Life extends RowLife, const Storage extends RowStorage>(
    description: Description<Row, Flat, Owner, Life, Storage>,
  ): RowKind<Row, Owner, Life, Storage> => kindOf(description, shape);
}

function kindOf<
  Row extends object,
  Flat extends object,
  Owner extends RowOwner,
  Life extends RowLife,
  Storage extends RowStorage,
>(
  description: Description<Row, Flat, Owner, Life, Storage>,
  shape: { readonly flatten: (row: Row) => Flat; readonly assemble: (flat: Flat) => Row },
): RowKind<Row, Owner, Life, Storage> {
  const { table, owner, life, storage, key, madeBy, changesFrom, open, keeping } = description;
  const fields = Object.entries<Column<unknown>>(description.fields);
  const names = fields.map(([field]) => field);
  const columnOf = (field: string): string => {
    const found = fields.find(([name]) => name === field);
    assert(found !== undefined, 'Condition: a kind of row speaks of its own fields');
    return found[1].name;
  };
  const keyInAccount = key.filter((field) => field !== 'accountId');
  const flatCells = compiled<(flat: Flat) => Cell[]>(
    `(row) => [${names.map((field) => `row.${checked(field)}`).join(', ')}]`,
  );
  const flatRow = readerOf<Flat>(fields);
  const flatKeeping = keeping && keepingOf<Flat>(keeping);
  const { flatten, assemble } = shape;
  return {
    table,
    owner,
    life,
    storage,
    key: key.map(columnOf),
    madeBy: madeBy === undefined ? undefined : columnOf(madeBy),
    fixedCount: changesFrom === undefined ? key.length : names.indexOf(changesFrom),
    open: open && { column: columnOf(open.field), is: open.is },
    keeping: keeping && { column: columnOf(keeping.field), is: keeping.is },
    isKeeping: flatKeeping && ((row) => flatKeeping(flatten(row))),
    columns: fields.map(([, { name, type, isOptional }]) => ({ name, type, isOptional })),
    keyOf: compiled<(row: Row) => string>(`(row) => ${textOf(key)}`),
    keyInAccount: compiled<(row: Row) => string>(`(row) => ${textOf(keyInAccount)}`),
    cellsOf: (row) => flatCells(flatten(row)),
    rowOf: (stored) => assemble(flatRow(stored)),
  };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function checked(name: string): string {
  assert(NAME.test(name), 'Condition: fields and columns have plain names');
  return name;
}

function textOf(fields: readonly string[]): string {
  return fields.length === 0 ? "''" : `\`${fields.map((field) => `\${row.${checked(field)}}`).join(' ')}\``;
}

/**
 * A function written out field by field from names of our
 * own: a loop over columns costs several times as much.
 */
export function compiled<Made>(text: string, given: Readonly<Record<string, unknown>> = {}): Made {
  return Reflect.apply(
    new Function(...Object.keys(given), `return ${text}`),
    undefined,
    Object.values(given),
  );
}

function keepingOf<Flat>({ field, is }: { readonly field: string; readonly is: KeepingRows['is'] }) {
  const value = `row.${checked(field)}`;
  return compiled<(flat: Flat) => boolean>(
    `(row) => ${is === 'true' ? `${value} === true` : `${value} !== 0n`}`,
  );
}

/** Reads the stored columns of a row into its fields; one that is null is left out. */
function readerOf<Flat>(
  fields: readonly (readonly [string, Column<unknown>])[],
): (stored: StoredRow) => Flat {
  const given: Record<string, unknown> = { assertPresent };
  const needed: string[] = [];
  const others: string[] = [];
  for (const [place, [field, { name, isOptional, read }]] of fields.entries()) {
    given[`read${place}`] = read;
    const stored = `stored.${checked(name)}`;
    if (isOptional) others.push(`if (${stored} !== null) row.${checked(field)} = read${place}(${stored});`);
    else needed.push(`${checked(field)}: read${place}(assertPresent(${stored}))`);
  }
  return compiled<(stored: StoredRow) => Flat>(
    `(stored) => { const row = { ${needed.join(', ')} }; ${others.join(' ')} return row; }`,
    given,
  );
}

function assertPresent(stored: StoredCell | undefined): StoredCell {
  assert(stored !== null && stored !== undefined, 'Condition: a row has every column that it needs');
  return stored;
}

/** Whether a row, as cells, is one that a restart reads. */
export function isOpen(
  { open, columns }: Pick<RowKind<never>, 'open' | 'columns'>,
  cells: readonly Cell[],
): boolean {
  if (open === undefined) return true;
  const cell = cells[columns.findIndex(({ name }) => name === open.column)];
  switch (open.is) {
    case 'true':
      return cell === true;
    case 'aboveZero':
      return typeof cell === 'bigint' && cell > 0n;
    case 'null':
      return cell === undefined;
  }
}

/** The same as a condition of SQL. */
export function openCondition({ open }: Pick<RowKind<never>, 'open'>): string | undefined {
  if (open === undefined) return undefined;
  const { column, is } = open;
  return is === 'true' ? column : is === 'aboveZero' ? `${column} > 0` : `${column} is null`;
}

/**
 * Which rows keep their account in memory, as a condition of SQL; undefined for a kind of which none does.
 */
export function keepingCondition({ keeping }: Pick<RowKind<never>, 'keeping'>): string | undefined {
  return keeping && (keeping.is === 'true' ? keeping.column : `${keeping.column} <> 0`);
}

/** Whether a row, as cells, keeps its account in memory. */
export function isKeepingCells(
  { keeping, columns }: Pick<RowKind<never>, 'keeping' | 'columns'>,
  cells: readonly Cell[],
): boolean {
  if (keeping === undefined) return false;
  const cell = cells[columns.findIndex(({ name }) => name === keeping.column)];
  return keeping.is === 'true' ? cell === true : cell !== 0n;
}
