import type { DatabaseSync } from 'node:sqlite';
import type { TransferMethod } from '#rails/ports.ts';
import type { BankAccount, BankAccounts } from '#rails/sandbox-bank/accounts.ts';
import { transferNumberOf } from '#rails/sandbox-bank/transfer-number.ts';

/** A transfer that somebody sends to an account of ours. */
export interface NewTransfer {
  readonly to: BankAccount;
  readonly method: TransferMethod;
  readonly units: bigint;
  readonly reference: string;
  readonly payerName: string;
  readonly payerAccount: string;
  /** Given by a person who wants a certain one. */
  readonly utr?: string | undefined;
}

export interface Transfer {
  readonly externalId: string;
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly method: string;
  readonly state: string;
  readonly reference: string;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly bookedAtMs: number;
}

const SELECT = `
  select transfer.*, account.label, account.asset from transfer join account using (account_id)`;

/** Transfers in to accounts of ours. */
export class BankTransfers {
  readonly #file: DatabaseSync;
  readonly #accounts: BankAccounts;

  constructor(file: DatabaseSync, accounts: BankAccounts) {
    this.#file = file;
    this.#accounts = accounts;
  }

  /** Number of the next transfer of a way: it has been nobody's before. */
  nextNumber(method: TransferMethod, atMs: number): string {
    const row = this.#file
      .prepare(
        `insert into setting values ('transfers', '1') on conflict (name)
         do update set value = cast(value as integer) + 1 returning value`,
      )
      .get();
    return transferNumberOf(method, Number(row?.['value']), atMs);
  }

  /** Books it, from the payer's account where this bank has it with enough, else from the world. */
  receive(transfer: NewTransfer, atMs: number): Transfer {
    const { to, method, units, reference, payerName, payerAccount } = transfer;
    const utr = transfer.utr ?? this.nextNumber(method, atMs);
    const payer = this.#accounts.find(payerAccount);
    const pays = payer?.kind === 'person' && payer.asset === to.asset && payer.balance >= units;
    const from = pays ? payer : this.#accounts.world(to.asset);
    this.#file
      .prepare("insert into transfer values (?, ?, ?, ?, ?, ?, ?, ?, 'booked', ?)")
      .run(utr, to.accountId, from.accountId, method, units, reference, payerName, payerAccount, atMs);
    this.#accounts.enter({ from: from.accountId, to: to.accountId, units, atMs, utr });
    return this.#known(utr);
  }

  /** Undefined where there is none to reverse, or our account has not that much any more. */
  reverse(utr: string, atMs: number): Transfer | undefined {
    const row = this.#file.prepare("select * from transfer where utr = ? and state = 'booked'").get(utr);
    if (!row) return undefined;
    const [ours, payer, units] = [row['account_id'], row['payer_id'], row['units']].map((value) =>
      BigInt(String(value)),
    );
    if (ours === undefined || payer === undefined || units === undefined) return undefined;
    if (this.#accounts.byId(ours).balance < units) return undefined;
    this.#file.prepare("update transfer set state = 'reversed' where utr = ?").run(utr);
    this.#accounts.enter({ from: ours, to: payer, units, atMs, utr });
    return this.#known(utr);
  }

  find(utr: string): Transfer | undefined {
    const row = this.#file.prepare(`${SELECT} where utr = ?`).get(utr);
    return row && transferOf(row);
  }

  newest(limit: number): readonly Transfer[] {
    return this.#file.prepare(`${SELECT} order by booked_at_ms desc limit ?`).all(limit).map(transferOf);
  }

  #known(utr: string): Transfer {
    const transfer = this.find(utr);
    if (!transfer) throw new Error('Invariant: a transfer that was booked is there');
    return transfer;
  }
}

function transferOf(row: Readonly<Record<string, unknown>>): Transfer {
  return {
    externalId: String(row['utr']),
    account: String(row['label']),
    asset: String(row['asset']),
    amount: BigInt(String(row['units'])),
    method: String(row['method']),
    state: String(row['state']),
    reference: String(row['reference']),
    payerName: String(row['payer_name']),
    payerAccount: String(row['payer_account']),
    bookedAtMs: Number(row['booked_at_ms']),
  };
}
