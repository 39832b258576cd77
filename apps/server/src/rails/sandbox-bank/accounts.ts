import type { DatabaseSync } from 'node:sqlite';
import { OWN_ACCOUNTS, SANDBOX_BANK } from '#rails/sandbox-bank/own-accounts.ts';

export interface BankAccount {
  readonly accountId: bigint;
  readonly kind: 'ours' | 'person' | 'world';
  readonly label: string | undefined;
  readonly number: string;
  readonly bankCode: string;
  readonly name: string;
  readonly asset: string;
  readonly balance: bigint;
  readonly isClosed: boolean;
}

export interface NewAccount {
  readonly name: string;
  readonly asset: string;
  readonly number?: string | undefined;
  readonly bankCode?: string | undefined;
  /** Handle, wallet number or key that leads to it. */
  readonly alias?: string | undefined;
  readonly units?: bigint | undefined;
}

/** Movement from one account to another. */
export interface Entry {
  readonly from: bigint;
  readonly to: bigint;
  readonly units: bigint;
  readonly atMs: number;
  readonly utr?: string | undefined;
  readonly instructionId?: string | undefined;
}

const NUMBER_FIRST = 500_100_000_000n;

/** Accounts of the sandbox bank and the entries between them. */
export class BankAccounts {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /** Our accounts, and in each currency the rest of the world. */
  prepare(atMs: number): void {
    for (const own of OWN_ACCOUNTS) {
      if (this.byLabel(own.label)) continue;
      const world = this.#insert('world', { ...own, label: `world:${own.asset}`, number: `W${own.number}` });
      const ours = this.#insert('ours', own);
      for (const alias of Object.values(own.aliases)) this.#addAlias(alias, ours);
      this.enter({ from: world, to: ours, units: own.openingUnits, atMs });
    }
  }

  /** @throws Error with `taken` when its number or alias is another's. */
  open(account: NewAccount, atMs: number): BankAccount {
    const own = OWN_ACCOUNTS.find(({ asset }) => asset === account.asset);
    const number = account.number ?? this.#freeNumber();
    const bankCode = account.bankCode ?? own?.bankCode ?? SANDBOX_BANK.bankCode;
    const accountId = this.#insert('person', { ...account, label: undefined, number, bankCode });
    if (account.alias !== undefined) this.#addAlias(account.alias, accountId);
    const units = account.units ?? 0n;
    const world = this.world(account.asset).accountId;
    if (units > 0n) this.enter({ from: world, to: accountId, units, atMs });
    return this.byId(accountId);
  }

  close(number: string): boolean {
    const closed = this.#file
      .prepare("update account set is_closed = 1 where number = ? and kind = 'person'")
      .run(number);
    return Number(closed.changes) > 0;
  }

  byLabel(label: string): BankAccount | undefined {
    return this.#one('where label = ?', label);
  }

  world(asset: string): BankAccount {
    const world = this.byLabel(`world:${asset}`);
    if (!world) throw new Error(`Invariant: the bank keeps ${asset}`);
    return world;
  }

  /** Account of a number, or of a handle, wallet number or key. */
  find(numberOrAlias: string): BankAccount | undefined {
    return (
      this.#one('where number = ?', numberOrAlias) ??
      this.#one('join alias using (account_id) where alias = ?', numberOrAlias.toLowerCase())
    );
  }

  /** The newest accounts of people. */
  people(limit: number): readonly BankAccount[] {
    const rows = this.#file
      .prepare(`select account.* from account where kind = 'person' order by account_id desc limit ?`)
      .all(limit);
    return rows.map(accountOf);
  }

  ours(): readonly BankAccount[] {
    return this.#file.prepare("select * from account where kind = 'ours'").all().map(accountOf);
  }

  enter({ from, to, units, atMs, utr, instructionId }: Entry): void {
    this.#file
      .prepare(
        'insert into entry (at_ms, debit_id, credit_id, units, utr, instruction_id) values (?, ?, ?, ?, ?, ?)',
      )
      .run(atMs, from, to, units, utr ?? null, instructionId ?? null);
    const add = this.#file.prepare('update account set balance = balance + ? where account_id = ?');
    add.run(-units, from);
    add.run(units, to);
  }

  /**
   * Faults of the books; none when each balance is the sum of its entries and all of an asset sum to zero.
   */
  problems(): readonly string[] {
    const differing = this.#file
      .prepare(`
        select number from account where balance <>
          coalesce((select sum(units) from entry where credit_id = account_id), 0)
          - coalesce((select sum(units) from entry where debit_id = account_id), 0)`)
      .all();
    const uneven = this.#file
      .prepare('select asset from account group by asset having sum(balance) <> 0')
      .all();
    const below = this.#file
      .prepare("select number from account where balance < 0 and kind <> 'world'")
      .all();
    return [
      ...differing.map((row) => `account ${row['number']} is not the sum of its entries`),
      ...uneven.map((row) => `balances in ${row['asset']} do not sum to zero`),
      ...below.map((row) => `account ${row['number']} is below zero`),
    ];
  }

  #addAlias(alias: string, accountId: bigint): void {
    this.#file.prepare('insert into alias values (?, ?)').run(alias.toLowerCase(), accountId);
  }

  #freeNumber(): string {
    const row = this.#file.prepare('select coalesce(max(account_id), 0) as last from account').get();
    return String(NUMBER_FIRST + BigInt(String(row?.['last'])) + 1n);
  }

  #insert(
    kind: BankAccount['kind'],
    of: Pick<BankAccount, 'label' | 'number' | 'bankCode' | 'name' | 'asset'>,
  ): bigint {
    const { lastInsertRowid } = this.#file
      .prepare('insert into account (kind, label, number, bank_code, name, asset) values (?, ?, ?, ?, ?, ?)')
      .run(kind, of.label ?? null, of.number, of.bankCode, of.name, of.asset);
    return BigInt(lastInsertRowid);
  }

  byId(accountId: bigint): BankAccount {
    const account = this.#one('where account_id = ?', accountId);
    if (!account) throw new Error('Invariant: an account that was opened is there');
    return account;
  }

  #one(condition: string, value: string | bigint): BankAccount | undefined {
    const row = this.#file.prepare(`select account.* from account ${condition}`).get(value);
    return row && accountOf(row);
  }
}

function accountOf(row: Readonly<Record<string, unknown>>): BankAccount {
  const label = row['label'];
  const kind = String(row['kind']);
  return {
    accountId: BigInt(String(row['account_id'])),
    kind: kind === 'ours' || kind === 'world' ? kind : 'person',
    label: typeof label === 'string' ? label : undefined,
    number: String(row['number']),
    bankCode: String(row['bank_code']),
    name: String(row['name']),
    asset: String(row['asset']),
    balance: BigInt(String(row['balance'])),
    isClosed: row['is_closed'] === 1n,
  };
}
