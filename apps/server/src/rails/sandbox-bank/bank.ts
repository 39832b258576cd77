import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS, INDIA_OFFSET_MS, leastOf } from '@tarazu/core/values';
import type { Checkout, NameAnswer, Payee, PaymentInstruction, TransferMethod } from '#rails/ports.ts';
import { atOnce } from '#rails/process/child-main.ts';
import { type BankAccount, BankAccounts, type NewAccount } from '#rails/sandbox-bank/accounts.ts';
import { FaultStore, type Faults } from '#rails/sandbox-bank/faults.ts';
import { Feed } from '#rails/sandbox-bank/feed.ts';
import { fileEntryOf } from '#rails/sandbox-bank/file-entry.ts';
import { BankPayments, type ReportedPayment } from '#rails/sandbox-bank/payments.ts';
import { BankTransfers, type NewTransfer, type Transfer } from '#rails/sandbox-bank/transfers.ts';

const CHECKOUT_MS = DAY_MS / 96;
const STATEMENT_PAGE = 200;
const STEPS_AT_ONCE = 200;

/** A bank of its own: its accounts, what goes wrong at it, and what it tells. Its file is all it knows. */
export class SandboxBank {
  readonly accounts: BankAccounts;
  readonly transfers: BankTransfers;
  readonly payments: BankPayments;
  readonly feed: Feed;
  readonly faults: FaultStore;
  readonly #file: DatabaseSync;
  readonly #nowMs: () => number;

  constructor(file: DatabaseSync, nowMs: () => number) {
    this.#file = file;
    this.#nowMs = nowMs;
    this.accounts = new BankAccounts(file);
    this.transfers = new BankTransfers(file, this.accounts);
    this.feed = new Feed(file);
    this.faults = new FaultStore(file);
    const report = (payment: ReportedPayment): void =>
      this.feed.add({ type: 'payment', payment }, this.faults.read(), nowMs());
    this.payments = new BankPayments({ file, accounts: this.accounts, transfers: this.transfers, report });
    atOnce(file, () => {
      this.accounts.prepare(nowMs());
      this.feed.restarted(nowMs());
    });
  }

  pay(batch: readonly PaymentInstruction[]): readonly ReportedPayment[] {
    const { payments: plan } = this.faults.read();
    return atOnce(this.#file, () => batch.map((one) => this.payments.take(one, plan, this.#nowMs())));
  }

  openAccount(account: NewAccount): BankAccount {
    return atOnce(this.#file, () => this.accounts.open(account, this.#nowMs()));
  }

  receive(transfer: NewTransfer): Transfer {
    return atOnce(this.#file, () => this.#report(this.transfers.receive(transfer, this.#nowMs())));
  }

  reverse(utr: string): Transfer | undefined {
    return atOnce(this.#file, () => {
      const reversed = this.transfers.reverse(utr, this.#nowMs());
      return reversed && this.#report(reversed);
    });
  }

  /** Tells again, as a bank does that is not sure whether it was heard. */
  reportAgain(utr: string): Transfer | undefined {
    const transfer = this.transfers.find(utr);
    return transfer && this.#report(transfer);
  }

  lookUpName({ account, bankCode }: Omit<Payee, 'name'>): NameAnswer {
    const found = this.accounts.find(account);
    if (!found || found.kind === 'world' || (bankCode && found.bankCode !== bankCode))
      return { isFound: false, reason: 'noSuchAccount' };
    if (found.isClosed) return { isFound: false, reason: 'accountClosed' };
    return { isFound: true, name: found.name };
  }

  openCheckout(checkout: Checkout): { walletUrl: string; expiresAtMs: number } | undefined {
    const account = this.accounts.byLabel(checkout.account);
    if (account?.kind !== 'ours' || account.asset !== checkout.asset) return undefined;
    const expiresAtMs = this.#nowMs() + CHECKOUT_MS;
    this.#file
      .prepare('insert into checkout values (?, ?, ?, ?, ?, null) on conflict (checkout_id) do nothing')
      .run(checkout.checkoutId, account.accountId, checkout.method, checkout.amount, expiresAtMs);
    const kept = this.checkout(checkout.checkoutId);
    return {
      walletUrl: `/sandbox/pay?checkout=${encodeURIComponent(checkout.checkoutId)}`,
      expiresAtMs: kept?.expiresAtMs ?? expiresAtMs,
    };
  }

  /** A payment page that is open, or was. */
  checkout(checkoutId: string) {
    const row = this.#file
      .prepare(
        'select checkout.*, label, asset from checkout join account using (account_id) where checkout_id = ?',
      )
      .get(checkoutId);
    if (!row) return undefined;
    return {
      checkoutId,
      account: String(row['label']),
      asset: String(row['asset']),
      method: String(row['method']),
      amount: BigInt(String(row['units'])),
      expiresAtMs: Number(row['expires_at_ms']),
      utr: row['utr'] === null ? undefined : String(row['utr']),
    };
  }

  /** A person pays at the payment page: once, in time. */
  payCheckout(
    checkoutId: string,
    payer: { readonly name: string; readonly account: string },
  ): Transfer | undefined {
    const open = this.checkout(checkoutId);
    const to = open && this.accounts.byLabel(open.account);
    if (!open || !to || open.utr !== undefined || open.expiresAtMs < this.#nowMs()) return undefined;
    return atOnce(this.#file, () => {
      const transfer = this.transfers.receive(
        {
          to,
          method: methodOf(open.method),
          units: open.amount,
          reference: checkoutId,
          payerName: payer.name,
          payerAccount: payer.account,
        },
        this.#nowMs(),
      );
      const paid = this.#file.prepare('update checkout set utr = ? where checkout_id = ?');
      paid.run(transfer.externalId, checkoutId);
      return this.#report(transfer);
    });
  }

  /** Entries of a day of India of an account of ours. */
  statement(query: { readonly account: string; readonly day: string; readonly after: bigint }) {
    const account = this.accounts.byLabel(query.account);
    const fromMs = Date.parse(`${query.day}T00:00:00Z`) - INDIA_OFFSET_MS;
    if (account?.kind !== 'ours' || Number.isNaN(fromMs)) return { entries: [], next: undefined };
    const { accountId, asset } = account;
    const rows = this.#file
      .prepare(`
        select entry.*, transfer.utr is not null as is_transfer from entry
          left join transfer on transfer.utr = entry.utr
         where (debit_id = ? or credit_id = ?) and at_ms >= ? and at_ms < ? and entry_id > ?
         order by entry_id limit ?`)
      .all(accountId, accountId, fromMs, fromMs + DAY_MS, query.after, STATEMENT_PAGE);
    const entries = rows.map((row) => ({
      entryId: String(row['entry_id']),
      direction: row['credit_id'] === accountId ? ('in' as const) : ('out' as const),
      asset,
      amount: BigInt(String(row['units'])),
      atMs: Number(row['at_ms']),
      ...(row['is_transfer'] === 1n && { externalId: String(row['utr']) }),
      ...(row['instruction_id'] !== null && { instructionId: String(row['instruction_id']) }),
    }));
    return { entries, next: rows.length < STATEMENT_PAGE ? undefined : entries.at(-1)?.entryId };
  }

  /** Entries of an account of ours behind one, for a statement in a file. */
  entriesAfter(label: string, after: bigint) {
    const accountId = this.accounts.byLabel(label)?.accountId;
    if (accountId === undefined) return [];
    const rows = this.#file
      .prepare(`
        select entry.*, transfer.method as transfer_method, transfer.reference, payer_name, payer_account,
               payment.reason
          from entry left join transfer on transfer.utr = entry.utr
          left join payment on payment.instruction_id = entry.instruction_id
         where (debit_id = ? or credit_id = ?) and entry_id > ? order by entry_id`)
      .all(accountId, accountId, after);
    return rows.map((row) => ({
      entryNo: BigInt(String(row['entry_id'])),
      entry: fileEntryOf(row, accountId),
    }));
  }

  setting(name: string): string | undefined {
    const value = this.#file.prepare('select value from setting where name = ?').get(name)?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  setSetting(name: string, value: string): void {
    this.#file
      .prepare('insert into setting values (?, ?) on conflict (name) do update set value = excluded.value')
      .run(name, value);
  }

  /** Does what has become due, and gives what is to be told its place. */
  advance(): void {
    const nowMs = this.#nowMs();
    atOnce(this.#file, () => {
      const due = this.#file
        .prepare('select * from due where at_ms <= ? order by at_ms, due_id limit ?')
        .all(nowMs, STEPS_AT_ONCE);
      for (const row of due) {
        this.#file.prepare('delete from due where due_id = ?').run(BigInt(String(row['due_id'])));
        this.payments.step(String(row['what']), String(row['subject']), nowMs);
      }
      this.feed.publish(nowMs);
    });
  }

  /** When there is something to do next; undefined for never. */
  nextAtMs(): number | undefined {
    const row = this.#file.prepare('select min(at_ms) as at_ms from due').get();
    const atMs = row?.['at_ms'];
    const times = [typeof atMs === 'bigint' ? Number(atMs) : undefined, this.feed.nextAtMs()];
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : leastOf(known);
  }

  setFaults(faults: Faults): void {
    this.faults.write(faults);
  }

  close(): void {
    this.#file.close();
  }

  #report(transfer: Transfer): Transfer {
    this.feed.add({ type: 'transfer', transfer }, this.faults.read(), this.#nowMs());
    return transfer;
  }
}

const METHODS: readonly TransferMethod[] = ['upi', 'imps', 'neft', 'rtgs', 'bkash', 'nagad', 'pix'];

function methodOf(text: string): TransferMethod {
  return METHODS.find((method) => method === text) ?? 'upi';
}
