import type { Amount, AssetId } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { assetText, unitsText } from '#rails/hand-over/change-text.ts';
import { type PaymentInstruction, type RailChange, TRANSFER_METHODS } from '#rails/ports.ts';

/** Coins to an address. `cold`: to the address that the signer itself knows. */
export interface CoinPayment {
  readonly kind: 'coins';
  readonly instructionId: string;
  readonly network: (typeof NETWORK_IDS)[number];
  readonly asset: AssetId;
  /** Amount that arrives; the network's fee comes on top of it. */
  readonly amount: Amount;
  /** Absent for the cold part. */
  readonly address?: string | undefined;
  readonly tag?: number | undefined;
  readonly purpose: 'withdrawal' | 'cold';
}

/** Money of a bank's account to a payee. */
export interface BankPayment extends PaymentInstruction {
  readonly kind: 'bank';
}

export type Payment = BankPayment | CoinPayment;

/**
 * Why a payment is not sent yet; `alone`: the signer has refused
 * it among others, and it goes in a transaction of its own.
 */
export type WaitsFor = 'signerLimit' | 'hotFunds' | 'rail' | 'alone';

export interface RecordedPayment {
  readonly payment: Payment;
  readonly rail: string;
  readonly state: 'queued' | 'sent' | 'done' | 'failed';
  readonly revision: number;
  readonly waitsFor: WaitsFor | undefined;
  readonly reference: string | undefined;
  readonly reason: string | undefined;
  readonly transactionNo: bigint | undefined;
  readonly madeAtMs: number;
  readonly changedAtMs: number;
}

const coinSchema = z.object({
  kind: z.literal('coins'),
  instructionId: z.string(),
  network: z.enum(NETWORK_IDS),
  asset: assetText(),
  amount: unitsText(),
  address: z.optional(z.string()),
  tag: z.optional(z.int()),
  purpose: z.enum(['withdrawal', 'cold']),
});
const bankSchema = z.object({
  kind: z.literal('bank'),
  instructionId: z.string(),
  account: z.string(),
  asset: assetText(),
  amount: unitsText(),
  payee: z.object({
    method: z.enum(TRANSFER_METHODS),
    account: z.string(),
    bankCode: z.optional(z.string()),
    name: z.string(),
  }),
  reference: z.string(),
});
const paymentSchema = z.discriminatedUnion('kind', [coinSchema, bankSchema]);

interface PaymentRow {
  readonly rail: string;
  readonly content: Buffer;
  readonly fingerprint: Buffer;
  readonly state: RecordedPayment['state'];
  readonly revision: number;
  readonly waits_for: WaitsFor | null;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly transaction_no: bigint | null;
  readonly made_at_ms: bigint;
  readonly changed_at_ms: bigint;
}

const COLUMNS = `rail, content, fingerprint, state, revision, waits_for, reference, reason, transaction_no,
  made_at_ms, changed_at_ms`;

const add = statement<{ instruction_id: string }>(
  'rail-payment-add',
  `insert into rail_payment (instruction_id, rail, purpose, asset, amount, content, fingerprint, state,
     revision, made_at_ms, changed_at_ms)
   values ($1, $2, $3, $4, $5, $6, $7, 'queued', 0, $8, $8)
   on conflict (instruction_id) do nothing returning instruction_id`,
);
const byId = statement<PaymentRow>(
  'rail-payment',
  `select ${COLUMNS} from rail_payment where instruction_id = $1`,
);
const queued = statement<PaymentRow>(
  'rail-payment-queued',
  `select ${COLUMNS} from rail_payment where rail = $1 and state = 'queued' order by made_at_ms limit $2`,
);
const open = statement<PaymentRow>(
  'rail-payment-open',
  `select ${COLUMNS} from rail_payment where rail = $1 and state in ('queued', 'sent')
    order by made_at_ms limit $2`,
);
const ofTransaction = statement<PaymentRow>(
  'rail-payment-of-transaction',
  `select ${COLUMNS} from rail_payment where transaction_no = $1`,
);
const set = statement(
  'rail-payment-set',
  `update rail_payment set state = $2, revision = $3, reference = coalesce($4, reference), reason = $5,
     waits_for = null, changed_at_ms = $6
   where instruction_id = $1 and revision < $3`,
);
const bind = statement(
  'rail-payment-bind',
  `update rail_payment set transaction_no = $2, waits_for = null where instruction_id = any($1)`,
);
const unbind = statement(
  'rail-payment-unbind',
  `update rail_payment set transaction_no = null, waits_for = 'alone' where transaction_no = $1`,
);
const waits = statement(
  'rail-payment-waits',
  `update rail_payment set waits_for = $2 where instruction_id = any($1) and waits_for is distinct from $2`,
);

/** Payments that rails are to make. */
export class PaymentStore {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /**
   * False for one that was added before.
   * @throws Error when another content was added under its id.
   */
  async add(on: Queryable, payment: Payment, nowMs: number): Promise<boolean> {
    const text = JSON.stringify(payment, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const fingerprint = this.#secrets.hmac('rail', text);
    const { instructionId, asset } = payment;
    const rail = railOf(payment);
    const purpose = payment.kind === 'coins' ? payment.purpose : 'withdrawal';
    const what = [asset, payment.amount, this.#secrets.seal('rail', text), fingerprint] as const;
    const added = await add(on, [instructionId, rail, purpose, ...what, nowMs]);
    if (added.length > 0) return true;
    const [known] = await byId(on, [instructionId]);
    if (!known?.fingerprint.equals(fingerprint))
      throw new Error('Condition: a payment under one id has one content');
    return false;
  }

  async find(on: Queryable, instructionId: string): Promise<RecordedPayment | undefined> {
    const [row] = await byId(on, [instructionId]);
    return row && this.#of(row);
  }

  async queued(on: Queryable, rail: string, limit: number): Promise<readonly RecordedPayment[]> {
    return (await queued(on, [rail, limit])).map((row) => this.#of(row));
  }

  /** Those that have not ended, oldest first. */
  async open(on: Queryable, rail: string, limit: number): Promise<readonly RecordedPayment[]> {
    return (await open(on, [rail, limit])).map((row) => this.#of(row));
  }

  async ofTransaction(on: Queryable, transactionNo: bigint): Promise<readonly RecordedPayment[]> {
    return (await ofTransaction(on, [transactionNo])).map((row) => this.#of(row));
  }

  /** Takes over how a rail says it stands; an older revision changes nothing. */
  async set(
    on: Queryable,
    instructionId: string,
    now: Pick<RecordedPayment, 'state' | 'revision'> & {
      readonly reference?: string | undefined;
      readonly reason?: string | undefined;
      readonly atMs: number;
    },
  ): Promise<void> {
    const { state, revision, reference, reason, atMs } = now;
    await set(on, [instructionId, state, revision, reference ?? null, reason ?? null, atMs]);
  }

  /** Takes over all that changes say about payments. */
  async recordChanges(on: Queryable, changes: readonly RailChange[]): Promise<void> {
    for (const change of changes) {
      if (change.kind !== 'payment') continue;
      const { state, ...status } = change.payment;
      await this.set(on, status.instructionId, { ...status, state: state === 'accepted' ? 'sent' : state });
    }
  }

  async bind(on: Queryable, instructionIds: readonly string[], transactionNo: bigint): Promise<void> {
    await bind(on, [instructionIds, transactionNo]);
  }

  /** Takes all of a transaction back, to go one by one. */
  async unbind(on: Queryable, transactionNo: bigint): Promise<void> {
    await unbind(on, [transactionNo]);
  }

  async waits(on: Queryable, instructionIds: readonly string[], waitsFor: WaitsFor): Promise<void> {
    if (instructionIds.length > 0) await waits(on, [instructionIds, waitsFor]);
  }

  #of(row: PaymentRow): RecordedPayment {
    return {
      payment: paymentSchema.parse(JSON.parse(this.#secrets.unseal('rail', row.content))),
      rail: row.rail,
      state: row.state,
      revision: row.revision,
      waitsFor: row.waits_for ?? undefined,
      reference: row.reference ?? undefined,
      reason: row.reason ?? undefined,
      transactionNo: row.transaction_no ?? undefined,
      madeAtMs: Number(row.made_at_ms),
      changedAtMs: Number(row.changed_at_ms),
    };
  }
}

/** Rail that makes a payment: the bank, or the network. */
export function railOf(payment: Payment): string {
  return payment.kind === 'bank' ? 'bank' : payment.network;
}
