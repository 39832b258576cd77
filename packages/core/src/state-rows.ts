import type { RulesUpdate } from '#model/facts.ts';
import {
  type AccountRowName,
  type RowOf,
  type RowsOf,
  STATE_NAMES,
  type StateName,
} from '#model/rows/kinds.ts';
import { compiled } from '#model/rows/row-kind.ts';
import {
  accountSweepsOf,
  type CoreState,
  loadAccountSweep,
  loadInstrument,
  loadLastPrice,
  loadMarkPrice,
  loadRules,
  loadSweep,
  openSweepsOf,
} from '#state.ts';

/** Kinds of the house ledger and of instruments that a start reads: no account keeps their rows. */
export type SharedName = Exclude<StateName, AccountRowName | 'accounts'>;

interface SharedRows<Row> {
  /** Name of its rows in the state hash. */
  readonly hashedAs: string;
  /** Whether a start reads it before the rules, which open what it closes. */
  readonly isBeforeRules: boolean;
  readonly load: (state: CoreState, row: Row) => void;
  readonly rowsOf: (state: CoreState) => Iterable<Row>;
}

/**
 * Where the state keeps each of these kinds, in the order in which a start reads them: from this the start,
 * the state hash, an audit's snapshot and the simulator's tables are made.
 */
const SHARED: { readonly [Name in SharedName]: SharedRows<RowOf<Name>> } = {
  instruments: {
    hashedAs: 'instrument',
    isBeforeRules: true,
    load: loadInstrument,
    rowsOf: ({ instrumentSide }) => instrumentSide.facts.instruments.values(),
  },
  accountSweeps: {
    hashedAs: 'accountSweep',
    isBeforeRules: true,
    load: loadAccountSweep,
    rowsOf: accountSweepsOf,
  },
  lastPrices: {
    hashedAs: 'lastPrice',
    isBeforeRules: false,
    load: loadLastPrice,
    rowsOf: ({ instrumentSide: { books } }) =>
      [...books.values()]
        .flatMap(({ real, demo }) => [real, demo])
        .flatMap(({ priceStored }) => priceStored ?? []),
  },
  markPrices: {
    hashedAs: 'markPrice',
    isBeforeRules: false,
    load: loadMarkPrice,
    rowsOf: ({ instrumentSide }) => instrumentSide.facts.marks.values(),
  },
  sweeps: { hashedAs: 'sweep', isBeforeRules: false, load: loadSweep, rowsOf: openSweepsOf },
};

const isShared = (name: StateName): name is SharedName => Object.hasOwn(SHARED, name);
export const SHARED_NAMES: readonly SharedName[] = Object.keys(SHARED).flatMap(
  (text) => STATE_NAMES.filter(isShared).find((name) => name === text) ?? [],
);

/** The rows of each kind, as somebody reads them. */
export const sharedRows = compiled<
  (read: <Name extends SharedName>(name: Name) => readonly RowOf<Name>[]) => RowsOf<SharedName>
>(`(read) => ({ ${SHARED_NAMES.map((name) => `${name}: read('${name}')`).join(', ')} })`);

/** The rows of each kind that a state is made of. */
export function sharedRowsOf(state: CoreState): RowsOf<SharedName> {
  return sharedRows((name) => [...rowsIn(state, name)]);
}

/** The same for the state hash, each with the name that it has there. */
export function* hashedRowsOf(state: CoreState): Iterable<readonly [hashedAs: string, row: object]> {
  for (const name of SHARED_NAMES)
    for (const row of SHARED[name].rowsOf(state)) yield [SHARED[name].hashedAs, row];
}

/** Takes in what no account keeps, and the rules in their place between, before the accounts. */
export function loadShared(state: CoreState, rows: RowsOf<SharedName>, rules: Iterable<RulesUpdate>): void {
  for (const name of SHARED_NAMES) if (SHARED[name].isBeforeRules) load(state, rows, name);
  for (const update of rules) loadRules(state, update);
  for (const name of SHARED_NAMES) if (!SHARED[name].isBeforeRules) load(state, rows, name);
}

function load<Name extends SharedName>(state: CoreState, rows: RowsOf<SharedName>, name: Name): void {
  const kind: SharedRows<RowOf<Name>> = SHARED[name];
  const ofKind: readonly RowOf<Name>[] = rows[name];
  for (const row of ofKind) kind.load(state, row);
}

function rowsIn<Name extends SharedName>(state: CoreState, name: Name): Iterable<RowOf<Name>> {
  const kind: SharedRows<RowOf<Name>> = SHARED[name];
  return kind.rowsOf(state);
}
