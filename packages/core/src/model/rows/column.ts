import {
  accountId,
  amount,
  assert,
  assetId,
  type ClientId,
  instantMs,
  instrumentId,
  orderId,
  price,
  quantity,
  rate,
  tradingDay,
} from '#values/index.ts';

/** One value of a row as it is written; undefined is null. */
export type Cell = string | number | bigint | boolean | undefined;
/** One value of a row as a database gives it: an int8 as bigint, a numeric as text. */
export type StoredCell = string | number | bigint | boolean | null;
export type ColumnType = 'int4' | 'int8' | 'numeric' | 'text' | 'bool';

/** A column: its name and type in the tables, how its value is read again, and its value written as it is. */
export interface Column<Value> {
  readonly name: string;
  readonly type: ColumnType;
  /** Null where the row has no such field. */
  readonly isOptional: boolean;
  readonly read: (stored: Exclude<StoredCell, null>) => Value;
}

/** A kind of value: its type in the tables, and how it is read. */
export interface ValueKind<Value> {
  readonly type: ColumnType;
  readonly read: (stored: Exclude<StoredCell, null>) => Value;
}

export function column<Value>(name: string, { type, read }: ValueKind<Value>): Column<Value> {
  return { name, type, read, isOptional: false };
}

export function optional<Value>(name: string, { type, read }: ValueKind<Value>): Column<Value> {
  return { name, type, read, isOptional: true };
}

type Present = Exclude<StoredCell, null>;

const whole = (stored: Present): number => Number(stored);
/** A numeric and an int8 are both read, because a column may have been widened. */
const integer = (stored: Present): bigint => {
  if (typeof stored === 'bigint') return stored;
  return BigInt(typeof stored === 'boolean' ? Number(stored) : stored);
};
const words = (stored: Present): string => String(stored);

export const COUNT: ValueKind<number> = { type: 'int4', read: whole };
/** Counts that may pass two thousand million: sequences and priorities. */
export const LONG_COUNT: ValueKind<number> = { type: 'int8', read: whole };
export const INTEGER: ValueKind<bigint> = { type: 'int8', read: integer };
export const TEXT: ValueKind<string> = { type: 'text', read: words };
/** As a value of the driver, and as the text that PostgreSQL casts it to. */
export const FLAG: ValueKind<boolean> = {
  type: 'bool',
  read: (stored) => stored === true || stored === 'true',
};
export const ACCOUNT_ID = { type: 'int8', read: (stored: Present) => accountId(whole(stored)) } as const;
export const ORDER_ID = { type: 'int8', read: (stored: Present) => orderId(whole(stored)) } as const;
export const INSTRUMENT_ID = {
  type: 'text',
  read: (stored: Present) => instrumentId(words(stored)),
} as const;
export const ASSET_ID = { type: 'text', read: (stored: Present) => assetId(words(stored)) } as const;
export const INSTANT = { type: 'int8', read: (stored: Present) => instantMs(whole(stored)) } as const;
export const TRADING_DAY = { type: 'text', read: (stored: Present) => tradingDay(words(stored)) } as const;
export const AMOUNT = { type: 'int8', read: (stored: Present) => amount(integer(stored)) } as const;
/** An amount with more digits than an int8 has: it stands against all customers together. */
export const WIDE_AMOUNT = { type: 'numeric', read: (stored: Present) => amount(integer(stored)) } as const;
export const PRICE = { type: 'int8', read: (stored: Present) => price(integer(stored)) } as const;
export const QUANTITY = { type: 'int8', read: (stored: Present) => quantity(integer(stored)) } as const;
export const RATE = { type: 'int8', read: (stored: Present) => rate(integer(stored)) } as const;

/** A value that is one of a few: anything else is not ours. */
export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  type: 'text' | 'int4' = 'text',
): ValueKind<Value> {
  const known = new Map<string, Value>(values.map((value) => [String(value), value]));
  return {
    type,
    read: (stored) => {
      const value = known.get(String(stored));
      assert(value !== undefined, `Condition: a row has a word that its column knows, not ${String(stored)}`);
      return value;
    },
  };
}

/** A word of a long list that only our own commands write: typed by what they write, and not looked up. */
export function wordOf<Value extends string>(): ValueKind<Value> {
  return { type: 'text', read: (stored) => JSON.parse(`"${String(stored)}"`) };
}

export const ENVIRONMENT = oneOf(['real', 'demo']);
export const SIDE = oneOf(['buy', 'sell']);

/** A client id; `parse` is the grammar of those that may stand in this column. */
export function clientIdBy(parse: (text: string) => ClientId | undefined): ValueKind<ClientId> {
  return {
    type: 'text',
    read: (stored) => {
      const id = parse(words(stored));
      assert(id !== undefined, 'Condition: a client id of a row is within the grammar');
      return id;
    },
  };
}
