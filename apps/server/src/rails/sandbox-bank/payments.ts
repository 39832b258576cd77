import type { DatabaseSync } from 'node:sqlite';
import type { PaymentInstruction, TransferMethod } from '#rails/ports.ts';
import type { BankAccounts } from '#rails/sandbox-bank/accounts.ts';
import type { Faults } from '#rails/sandbox-bank/faults.ts';
import type { BankTransfers } from '#rails/sandbox-bank/transfers.ts';

/** How a payment stands, as it is told. */
export interface ReportedPayment {
  readonly instructionId: string;
  readonly state: string;
  readonly revision: number;
  readonly atMs: number;
  readonly reference?: string;
  readonly reason?: string;
}

interface Row extends ReportedPayment {
  readonly content: string;
  readonly accountId: bigint;
  readonly payeeId: bigint | undefined;
  readonly method: TransferMethod;
  readonly units: bigint;
  readonly plan: Faults['payments'];
  readonly asset: string;
}

/** Time between the steps of a payment. */
const STEP_MS = 500;
/** Time after which a bank that had said no says yes. */
const CHANGE_OF_MIND_MS = 3_000;

export interface PaymentsOptions {
  readonly file: DatabaseSync;
  readonly accounts: BankAccounts;
  readonly transfers: BankTransfers;
  /** Told of each change. */
  readonly report: (payment: ReportedPayment) => void;
}

/** Payments out of accounts of ours: accepted, sent, then done or given back. */
export class BankPayments {
  readonly #options: PaymentsOptions;

  constructor(options: PaymentsOptions) {
    this.#options = options;
  }

  /** Takes a payment, or tells how it stands when it was taken before. */
  take(instruction: PaymentInstruction, plan: Faults['payments'], atMs: number): ReportedPayment {
    const { accounts } = this.#options;
    const { instructionId, account, amount, asset, payee } = instruction;
    const content = JSON.stringify(instruction, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const known = this.#find(instructionId);
    if (known)
      return known.content === content
        ? reported(known)
        : { instructionId, state: 'failed', revision: 0, atMs, reason: 'contradiction' };
    const ours = accounts.byLabel(account);
    if (ours?.kind !== 'ours' || ours.asset !== asset)
      return { instructionId, state: 'failed', revision: 0, atMs, reason: 'rejected' };
    const found = accounts.find(payee.account);
    const isIts = found?.asset === asset && (!payee.bankCode || found.bankCode === payee.bankCode);
    this.#options.file
      .prepare(`
        insert into payment (instruction_id, content, account_id, payee_id, units, plan, state, revision, at_ms)
        values (?, ?, ?, ?, ?, ?, 'accepted', 1, ?)`)
      .run(instructionId, content, ours.accountId, isIts ? found.accountId : null, amount, plan, atMs);
    this.#options.report(reported(this.#known(instructionId)));
    if (plan === 'reject') this.#set(instructionId, { state: 'failed', reason: 'rejected' }, atMs);
    else if (plan !== 'stay') this.#later('send', instructionId, atMs + STEP_MS);
    return reported(this.#known(instructionId));
  }

  status(instructionId: string): ReportedPayment | undefined {
    const row = this.#find(instructionId);
    return row && reported(row);
  }

  newest(limit: number): readonly (ReportedPayment & { readonly units: bigint; readonly asset: string })[] {
    const rows = this.#options.file
      .prepare(`${SELECT} order by payment.at_ms desc limit ?`)
      .all(limit)
      .map(rowOf);
    return rows.map((row) => ({ ...reported(row), units: row.units, asset: row.asset }));
  }

  /** A step that has become due. */
  step(what: string, instructionId: string, atMs: number): void {
    const row = this.#known(instructionId);
    if (what === 'send') this.#send(row, atMs);
    else if (what === 'end') this.#end(row, atMs);
    else if (what === 'yes') this.#sayYes(row, atMs);
  }

  /** Money leaves our account for the clearing, or the payment fails for want of it. */
  #send(row: Row, atMs: number): void {
    const { accounts, transfers } = this.#options;
    const { instructionId, accountId, units, asset } = row;
    const ours = accounts.ours().find((account) => account.accountId === accountId);
    if (!ours || ours.balance < units) {
      this.#set(instructionId, { state: 'failed', reason: 'insufficientFunds' }, atMs);
      return;
    }
    const utr = transfers.nextNumber(row.method, atMs);
    const world = accounts.world(asset).accountId;
    accounts.enter({ from: accountId, to: world, units, atMs, utr, instructionId });
    this.#set(instructionId, { state: 'sent', utr }, atMs);
    this.#later('end', instructionId, atMs + STEP_MS);
  }

  #end(row: Row, atMs: number): void {
    const { accounts } = this.#options;
    const { instructionId, accountId, payeeId, units, plan, asset } = row;
    const payee = payeeId === undefined ? undefined : accounts.byId(payeeId);
    if (plan === 'done' && payee && !payee.isClosed) {
      this.#deliver(row, atMs);
      return;
    }
    const world = accounts.world(asset).accountId;
    accounts.enter({ from: world, to: accountId, units, atMs, instructionId });
    const reason = !payee ? 'noSuchAccount' : payee.isClosed ? 'accountClosed' : 'rejected';
    this.#set(instructionId, { state: 'failed', reason }, atMs);
    if (plan === 'yesAfterNo') this.#later('yes', instructionId, atMs + CHANGE_OF_MIND_MS);
  }

  /** The bank had said no and given the money back; now it has paid after all, and takes it again. */
  #sayYes(row: Row, atMs: number): void {
    const { accounts } = this.#options;
    const { accountId, units, asset, instructionId } = row;
    if (accounts.byId(accountId).balance < units) return;
    const world = accounts.world(asset).accountId;
    accounts.enter({ from: accountId, to: world, units, atMs, instructionId });
    this.#deliver(row, atMs);
  }

  #deliver({ payeeId, asset, units, instructionId }: Row, atMs: number): void {
    const { accounts } = this.#options;
    const world = accounts.world(asset).accountId;
    if (payeeId !== undefined) accounts.enter({ from: world, to: payeeId, units, atMs, instructionId });
    this.#set(instructionId, { state: 'done' }, atMs);
  }

  #set(
    instructionId: string,
    now: { readonly state: string; readonly utr?: string; readonly reason?: string },
    atMs: number,
  ): void {
    const { file, report } = this.#options;
    file
      .prepare(`
        update payment set state = ?, revision = revision + 1, utr = coalesce(?, utr), reason = ?, at_ms = ?
         where instruction_id = ?`)
      .run(now.state, now.utr ?? null, now.reason ?? null, atMs, instructionId);
    report(reported(this.#known(instructionId)));
  }

  #later(what: string, subject: string, atMs: number): void {
    this.#options.file
      .prepare('insert into due (at_ms, what, subject) values (?, ?, ?)')
      .run(atMs, what, subject);
  }

  #known(instructionId: string): Row {
    const row = this.#find(instructionId);
    if (!row) throw new Error('Invariant: a payment that was taken is there');
    return row;
  }

  #find(instructionId: string): Row | undefined {
    const row = this.#options.file.prepare(`${SELECT} where instruction_id = ?`).get(instructionId);
    return row && rowOf(row);
  }
}

const SELECT = 'select payment.*, account.asset from payment join account using (account_id)';
const PLANS = ['done', 'fail', 'reject', 'yesAfterNo', 'stay'] as const;

function rowOf(row: Readonly<Record<string, unknown>>): Row {
  const content = String(row['content']);
  const payeeId = row['payee_id'];
  return {
    instructionId: String(row['instruction_id']),
    state: String(row['state']),
    revision: Number(row['revision']),
    atMs: Number(row['at_ms']),
    ...(row['utr'] !== null && { reference: String(row['utr']) }),
    ...(row['reason'] !== null && { reason: String(row['reason']) }),
    content,
    accountId: BigInt(String(row['account_id'])),
    payeeId: typeof payeeId === 'bigint' ? payeeId : undefined,
    method: JSON.parse(content).payee.method,
    units: BigInt(String(row['units'])),
    plan: PLANS.find((plan) => plan === row['plan']) ?? 'done',
    asset: String(row['asset']),
  };
}

function reported({ instructionId, state, revision, atMs, reference, reason }: Row): ReportedPayment {
  return {
    instructionId,
    state,
    revision,
    atMs,
    ...(reference !== undefined && { reference }),
    ...(reason !== undefined && { reason }),
  };
}
