import { accounts, entitlements, lots, positions } from '#model/rows/account-rows.ts';
import { holds } from '#model/rows/hold-rows.ts';
import { auctions, instruments, lastPrices, markPrices } from '#model/rows/instrument-rows.ts';
import { intraday } from '#model/rows/intraday-rows.ts';
import { fills, orders } from '#model/rows/order-rows.ts';
import { ownLimits } from '#model/rows/own-limit-rows.ts';
import { compiled, type RowKind } from '#model/rows/row-kind.ts';
import { accountSweeps, sweeps } from '#model/rows/sweep-rows.ts';

/**
 * Every kind of row that commands change, from which recorder, `Changes`, tables, audit and simulator are
 * made. Balances are not among them, because only postings change them.
 */
export const ROW_KINDS = {
  accounts,
  orders,
  lots,
  positions,
  intraday,
  entitlements,
  holds,
  ownLimits,
  fills,
  instruments,
  lastPrices,
  markPrices,
  auctions,
  sweeps,
  accountSweeps,
} as const;

type Kinds = typeof ROW_KINDS;
export type RowName = keyof Kinds;
export type RowOf<Name extends RowName> = Kinds[Name] extends RowKind<infer Row> ? Row : never;

const kinds: { readonly [Name in RowName]: RowKind<RowOf<Name>> } = ROW_KINDS;

/** A kind by a name that is not known beforehand. */
export function kindOf<Name extends RowName>(name: Name): RowKind<RowOf<Name>> {
  return kinds[name];
}

/** Kinds that a restart reads again. */
export type StateName = { [Name in RowName]: Kinds[Name]['life'] extends 'state' ? Name : never }[RowName];
/** Kinds of which an account has rows, beside its own. */
export type AccountRowName = Exclude<
  { [Name in StateName]: Kinds[Name]['owner'] extends 'account' ? Name : never }[StateName],
  'accounts'
>;
/** Kinds that an account keeps by the rest of their key. */
export type KeyedName = {
  [Name in AccountRowName]: Kinds[Name]['storage'] extends 'keyed' ? Name : never;
}[AccountRowName];

/** Rows of the given kinds, in the order in which they came. */
export type RowsOf<Name extends RowName> = { readonly [One in Name]: readonly RowOf<One>[] };

/** An account's rows before it has any. */
export function noAccountRows(): RowsOf<AccountRowName> {
  return compiled<() => RowsOf<AccountRowName>>(
    `() => ({ ${ACCOUNT_ROW_NAMES.map((name) => `${name}: []`).join(', ')} })`,
  )();
}

/** The names of kinds, by what they are. */
function namesOf<Name extends RowName>(isOne: (name: RowName) => name is Name): readonly Name[] {
  return ROW_NAMES.filter(isOne);
}

const isRowName = (text: string): text is RowName => Object.hasOwn(ROW_KINDS, text);
export const ROW_NAMES: readonly RowName[] = Object.keys(ROW_KINDS).filter(isRowName);
const isState = (name: RowName): name is StateName => ROW_KINDS[name].life === 'state';
const isAccountRow = (name: RowName): name is AccountRowName =>
  isState(name) && ROW_KINDS[name].owner === 'account' && name !== 'accounts';
const isKeyed = (name: RowName): name is KeyedName =>
  isAccountRow(name) && ROW_KINDS[name].storage === 'keyed';

/** Whether an account keeps its rows: these are recorded once a command, however often it replaces them. */
export function isTracked(name: RowName): boolean {
  return name === 'accounts' || isAccountRow(name);
}

export const STATE_NAMES = namesOf(isState);
export const ACCOUNT_ROW_NAMES = namesOf(isAccountRow);
export const KEYED_NAMES = namesOf(isKeyed);
