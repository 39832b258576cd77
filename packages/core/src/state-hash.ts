import { type AccountSnapshot, houseBalancesOf, snapshotOf } from '#accounts/snapshot.ts';
import type { Balance } from '#model/ledger.ts';
import { ACCOUNT_ROW_NAMES, ROW_KINDS } from '#model/rows/kinds.ts';
import type { CoreState } from '#state.ts';
import { hashedRowsOf } from '#state-rows.ts';
import { append } from '#values/index.ts';

/**
 * Hash of all that belongs to customers and nothing that a restart forgets, whatever the order of loading.
 * FNV-1a, 64 bits, 16 hexadecimal digits, against mistakes; the journal's chain is against forgery.
 */
export function stateHash(state: CoreState): string {
  return hashOf(stateRows(state));
}

/** The rows that the hash is made of, sorted: two states that differ are told apart by comparing these. */
export function stateRows(state: CoreState): string[] {
  const { accountSide, instrumentSide } = state;
  const rows = houseRows({ accountSide });
  for (const accountId of accountSide.accounts.keys()) {
    const account = snapshotOf(accountSide, accountId);
    if (account) append(rows, accountRows(account));
  }
  for (const row of instrumentSide.facts.endSeeds.values()) rows.push(rowText('endSeed', row));
  for (const row of instrumentSide.facts.marketKeys.values()) rows.push(rowText('marketKey', row));
  for (const [hashedAs, row] of hashedRowsOf(state)) rows.push(rowText(hashedAs, row));
  return rows.sort();
}

/** The rows of one account, sorted. */
export function accountRows(snapshot: AccountSnapshot): string[] {
  const rows = [rowText('account', snapshot.account), ...balanceRows(snapshot.balances)];
  for (const name of ACCOUNT_ROW_NAMES)
    for (const row of snapshot[name]) rows.push(rowText(ROW_KINDS[name].table, row));
  return rows.sort();
}

/** The rows of the house ledger, sorted. */
export function houseRows({ accountSide }: Pick<CoreState, 'accountSide'>): string[] {
  return balanceRows(houseBalancesOf(accountSide));
}

/** Balances as rows, sorted; a balance of nothing is none. */
export function balanceRows(balances: readonly Balance[]): string[] {
  return balances
    .filter(isNotZero)
    .map((row) => rowText('balance', row))
    .sort();
}

function isNotZero(balance: Balance): boolean {
  return balance.amount !== 0n;
}

function rowText(table: string, row: object): string {
  return `${table}${canonical(row)}`;
}

/** Names that the hash has kept from its first version on (glossary): the same state has the same hash. */
const HASHED_AS: Readonly<Record<string, string>> = { conditions: 'terms', triggeredAtMs: 'firedAtMs' };

/**
 * A value as text that does not depend on the order in which
 * its fields were set; absent and undefined are the same.
 */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => [HASHED_AS[name] ?? name, field] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${name}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}

const HIGH_BASIS = 0xcbf29ce4;
const LOW_BASIS = 0x84222325;
/** The FNV prime is 2^40 + 0x1b3. */
const PRIME_LOW = 0x1b3;
const TWO_32 = 0x1_0000_0000;

/**
 * FNV-1a over the UTF-16 code units of the rows, each
 * ended by a line feed, computed in two halves of 32 bits.
 */
export function hashOf(rows: readonly string[]): string {
  let high = HIGH_BASIS;
  let low = LOW_BASIS;
  const mix = (unit: number): void => {
    low = (low ^ unit) >>> 0;
    const product = low * PRIME_LOW;
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / TWO_32) + (low << 8)) >>> 0;
    low = product >>> 0;
  };
  for (const row of rows) {
    for (let place = 0; place < row.length; place += 1) mix(row.charCodeAt(place));
    mix(0x0a);
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
