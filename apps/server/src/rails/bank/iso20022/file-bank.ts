import { hash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { amount, assetId } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { AtMost } from '#platform/at-most.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { Camt053Reader, dayOf, type FileEntry } from '#rails/bank/iso20022/camt053.ts';
import { openFileState } from '#rails/bank/iso20022/file-state.ts';
import { MessageProblem } from '#rails/bank/iso20022/message-reader.ts';
import { type FileAccount, writePain001 } from '#rails/bank/iso20022/pain001.ts';
import { changeOf, changeText } from '#rails/hand-over/change-text.ts';
import type {
  BankRail,
  NameAnswer,
  PaymentInstruction,
  PaymentStatus,
  RailBatch,
  RailChange,
  RailHolding,
  StatementPage,
} from '#rails/ports.ts';
import { atOnce } from '#rails/process/child-main.ts';

export interface FileBankOptions {
  readonly name: string;
  /** Exchanged with the bank: `in` for its statements, `out` for our payments, `accounts.json`. */
  readonly folder: string;
  readonly nowMs: () => number;
  readonly onTrouble: (what: string, error: unknown) => void;
}

const PAGE = 200;
const ACCOUNT_MAX = 34;
const HASH_LENGTH = 24;
const accountsSchema = z.array(
  z.object({
    label: z.string().check(z.regex(/^[a-z]{2,20}$/)),
    asset: z.string().check(z.regex(/^[A-Z]{3}$/)),
    number: z.string().check(z.regex(/^[A-Z0-9]{4,34}$/)),
    bankCode: z.string().check(z.regex(/^[A-Z0-9]{4,35}$/)),
    name: z.string().check(z.minLength(1), z.maxLength(70)),
  }),
);

/**
 * Bank with which files are exchanged (ISO 20022): credit transfers out, each in one file, statements in,
 * whole and each entry once. One folder belongs to one server at a time.
 */
export class FileBank implements BankRail {
  readonly name: string;
  readonly #options: FileBankOptions;
  readonly #accounts: readonly FileAccount[];
  readonly #state: DatabaseSync;
  readonly #oneAtATime = new AtMost(1);

  /** @throws StartupError when the folder has no right accounts. */
  constructor(options: FileBankOptions) {
    this.name = options.name;
    this.#options = options;
    this.#accounts = readAccounts(options.folder);
    for (const room of ['in', 'in/taken', 'in/refused', 'out'])
      mkdirSync(join(options.folder, room), { recursive: true });
    this.#state = openFileState(join(options.folder, 'exchange.db'));
  }

  async pay(batch: readonly PaymentInstruction[]): Promise<readonly PaymentStatus[]> {
    return this.#oneAtATime.run(async () => {
      const answers = atOnce(this.#state, () => {
        const refused = new Map<string, PaymentStatus>();
        const fresh: PaymentInstruction[] = [];
        for (const payment of batch) {
          const answer = this.#known(payment);
          if (answer) refused.set(payment.instructionId, answer);
          else fresh.push(payment);
        }
        for (const account of this.#accounts)
          this.#addFile(
            account,
            fresh.filter((payment) => payment.account === account.label),
          );
        return batch.map(
          (payment) => refused.get(payment.instructionId) ?? this.#status(payment.instructionId),
        );
      });
      await this.#writeFiles();
      return answers.filter((answer) => answer !== undefined);
    });
  }

  async payment(instructionId: string): Promise<PaymentStatus | undefined> {
    return this.#status(instructionId);
  }

  async changes(after: string | undefined): Promise<RailBatch> {
    await this.#oneAtATime.run(() => this.#takeStatements());
    const rows = this.#state
      .prepare(
        'select entry_no, change from entry where entry_no > ? and change is not null order by entry_no limit ?',
      )
      .all(Number(after ?? 0), PAGE);
    return {
      changes: rows.map((row) => changeOf(String(row['change']))),
      cursor: rows.length === 0 ? after : String(rows.at(-1)?.['entry_no']),
      isLast: rows.length < PAGE,
    };
  }

  /** Everything stays in its own record. */
  async acknowledge(): Promise<void> {}

  async holdings(): Promise<readonly RailHolding[]> {
    const rows = this.#state.prepare('select account, units from holding').all();
    return rows.flatMap((row) => {
      const account = this.#accounts.find(({ label }) => label === row['account']);
      const units = BigInt(String(row['units']));
      return account
        ? [{ account: account.label, asset: assetId(account.asset), amount: amount(units) }]
        : [];
    });
  }

  async statement(query: {
    readonly account: string;
    readonly day: string;
    readonly after?: string | undefined;
  }): Promise<StatementPage> {
    const { account, day, after = '0' } = query;
    const asset = this.#accounts.find(({ label }) => label === account)?.asset ?? '';
    const rows = this.#state
      .prepare('select * from entry where account = ? and day = ? and entry_no > ? order by entry_no limit ?')
      .all(account, day, Number(after), PAGE);
    const entries = rows.map((row) => ({
      entryId: String(row['entry_ref']),
      direction: row['direction'] === 'in' ? ('in' as const) : ('out' as const),
      asset: assetId(asset),
      amount: amount(BigInt(String(row['units']))),
      atMs: Number(row['at_ms']),
      externalId: row['external_id'] === null ? undefined : String(row['external_id']),
      instructionId: row['instruction_id'] === null ? undefined : String(row['instruction_id']),
    }));
    return { entries, next: rows.length < PAGE ? undefined : String(rows.at(-1)?.['entry_no']) };
  }

  /** Files ask nobody. */
  async lookUpName(): Promise<NameAnswer> {
    return { isFound: false, reason: 'notOffered' };
  }

  async openCheckout(): Promise<undefined> {
    return undefined;
  }

  close(): void {
    this.#state.close();
  }

  /** Answer that is known at once; undefined for a payment that is to be written. */
  #known(payment: PaymentInstruction): PaymentStatus | undefined {
    const { instructionId, payee } = payment;
    const row = this.#state
      .prepare('select content from payment where instruction_id = ?')
      .get(instructionId);
    const atMs = this.#options.nowMs();
    const refused = { instructionId, state: 'failed', revision: 0, atMs } as const;
    if (row && row['content'] !== contentOf(payment)) return { ...refused, reason: 'contradiction' };
    if (row) return this.#status(instructionId);
    const account = this.#accounts.find(({ label }) => label === payment.account);
    const isWritable =
      account?.asset === payment.asset &&
      payee.account.length <= ACCOUNT_MAX &&
      this.#canWrite(account, payment);
    return isWritable ? undefined : { ...refused, reason: 'rejected' };
  }

  #canWrite(from: FileAccount, payment: PaymentInstruction): boolean {
    try {
      writePain001([payment], { messageId: payment.instructionId, from, atMs: this.#options.nowMs() });
      return true;
    } catch (error) {
      if (error instanceof MessageProblem) return false;
      throw error;
    }
  }

  #addFile(from: FileAccount, payments: readonly PaymentInstruction[]): void {
    if (payments.length === 0) return;
    const ids = payments.map(({ instructionId }) => instructionId);
    const messageId = `TZ${hash('sha256', ids.join()).slice(0, HASH_LENGTH)}`;
    const atMs = this.#options.nowMs();
    const text = writePain001(payments, { messageId, from, atMs });
    this.#state.prepare('insert into payment_file values (?, ?, 0)').run(`pain001-${messageId}.xml`, text);
    const add = this.#state.prepare('insert into payment values (?, ?, ?)');
    for (const payment of payments) add.run(payment.instructionId, contentOf(payment), atMs);
  }

  /**
   * A file that was written and not noted so is written again under its name: the bank knows it by its id.
   */
  async #writeFiles(): Promise<void> {
    const { folder } = this.#options;
    const rows = this.#state.prepare('select name, text from payment_file where is_written = 0').all();
    for (const row of rows) {
      const name = String(row['name']);
      const unfinished = join(folder, 'out', `.${name}`);
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(String(row['text']));
        await file.sync();
      } finally {
        await file.close();
      }
      renameSync(unfinished, join(folder, 'out', name));
      this.#state.prepare('update payment_file set is_written = 1 where name = ?').run(name);
    }
  }

  #status(instructionId: string): PaymentStatus | undefined {
    const row = this.#state
      .prepare('select change from entry where instruction_id = ? order by entry_no desc limit 1')
      .get(instructionId);
    const change = row ? changeOf(String(row['change'])) : undefined;
    if (change?.kind === 'payment') return change.payment;
    const known = this.#state
      .prepare('select at_ms from payment where instruction_id = ?')
      .get(instructionId);
    return known && { instructionId, state: 'accepted', revision: 1, atMs: Number(known['at_ms']) };
  }

  async #takeStatements(): Promise<void> {
    const { folder, onTrouble } = this.#options;
    const names = readdirSync(join(folder, 'in')).filter((name) => /^[\w-][\w.-]{0,100}\.xml$/i.test(name));
    for (const name of names.toSorted()) {
      const path = join(folder, 'in', name);
      try {
        await this.#takeStatement(path);
        renameSync(path, join(folder, 'in', 'taken', name));
      } catch (error) {
        if (!(error instanceof MessageProblem)) throw error;
        renameSync(path, join(folder, 'in', 'refused', name));
        onTrouble(`The statement ${name} of the bank was refused.`, error);
      }
    }
  }

  /** All of its entries or none. */
  async #takeStatement(path: string): Promise<void> {
    this.#state.exec('begin immediate');
    try {
      const reader = new Camt053Reader({
        onEntry: (entry, { accountNumber }) => this.#addEntry(entry, this.#accountOf(accountNumber)),
        onEnd: ({ accountNumber, closing }) => this.#setHolding(this.#accountOf(accountNumber), closing),
      });
      for await (const piece of createReadStream(path)) reader.write(piece);
      reader.end();
      this.#state.exec('commit');
    } catch (error) {
      this.#state.exec('rollback');
      throw error;
    }
  }

  #accountOf(number: string): FileAccount {
    const account = this.#accounts.find((one) => one.number === number);
    if (!account) throw new MessageProblem(`The message is of the account ${number}, which is none of ours.`);
    return account;
  }

  #setHolding({ label, asset }: FileAccount, closing: { units: bigint; currency: string } | undefined): void {
    if (!closing) return;
    if (closing.currency !== asset)
      throw new MessageProblem('The message has a balance in another currency.');
    this.#state
      .prepare('insert into holding values (?, ?) on conflict (account) do update set units = excluded.units')
      .run(label, closing.units);
  }

  #addEntry(entry: FileEntry, account: FileAccount): void {
    if (entry.currency !== account.asset)
      throw new MessageProblem('The message has an entry in another currency.');
    const { entryRef, direction, units, bookedAtMs, externalId, instructionId } = entry;
    const known = this.#state
      .prepare('select entry_no from entry where account = ? and entry_ref = ?')
      .get(account.label, entryRef);
    if (known) return;
    const change = this.#changeOf(entry, account);
    this.#state
      .prepare(`
        insert into entry (account, entry_ref, day, direction, units, at_ms, external_id, instruction_id, change)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        ...([account.label, entryRef, dayOf(bookedAtMs), direction, units, bookedAtMs] as const),
        ...([externalId ?? null, instructionId ?? null, change ? changeText(change) : null] as const),
      );
  }

  #changeOf(entry: FileEntry, account: FileAccount): RailChange | undefined {
    const { externalId, instructionId, isReversal, reason } = entry;
    if (instructionId !== undefined) {
      const told = this.#state
        .prepare('select count(*) as count from entry where instruction_id = ?')
        .get(instructionId);
      const revision = Number(told?.['count'] ?? 0) + 2;
      return {
        kind: 'payment',
        key: `payment:${instructionId}:${revision}`,
        payment: {
          instructionId,
          state: isReversal ? 'failed' : 'done',
          revision,
          atMs: entry.bookedAtMs,
          reference: entry.entryRef,
          ...(isReversal && { reason }),
        },
      };
    }
    if (externalId === undefined || !/^[0-9A-Z]{6,35}$/.test(externalId)) return undefined;
    const state = isReversal ? 'reversed' : 'booked';
    return {
      kind: 'receipt',
      key: `receipt:${externalId}:${state}`,
      receipt: {
        externalId,
        account: account.label,
        asset: assetId(account.asset),
        amount: amount(entry.units),
        method: entry.method,
        state,
        reference: entry.reference,
        payerName: entry.payerName,
        payerAccount: entry.payerAccount,
        bookedAtMs: entry.bookedAtMs,
      },
    };
  }
}

function contentOf(payment: PaymentInstruction): string {
  return JSON.stringify(payment, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function readAccounts(folder: string): readonly FileAccount[] {
  const path = join(folder, 'accounts.json');
  const why = 'list label, asset, number, bankCode and name of each account of yours at the bank';
  if (!existsSync(path)) throw new StartupError(`${path} does not exist: it must ${why}.`);
  const read = accountsSchema.safeParse(parsed(readFileSync(path, 'utf8')));
  if (!read.success) throw new StartupError(`${path} is not right: it must ${why}.`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
