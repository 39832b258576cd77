import { type Amount, amount } from '@tarazu/core/values';
import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type Plan, planSchema } from '#rails/signer/messages.ts';

/** A transaction of ours on a chain: planned, signed, sent, and done or failed. */
export interface OwnTransaction {
  readonly transactionNo: bigint;
  readonly network: NetworkId;
  readonly purpose: 'pay' | 'collect' | 'gas';
  readonly state: 'planned' | 'sent' | 'done' | 'failed';
  readonly plan: Plan;
  readonly signed: string | undefined;
  readonly transactionId: string | undefined;
  readonly sender: string | undefined;
  readonly nonce: number | undefined;
  /** Cost in units of 1e-8 of the network's own coin. */
  readonly fee: Amount | undefined;
  readonly problem: string | undefined;
  readonly madeAtMs: number;
}

interface Row {
  readonly transaction_no: bigint;
  readonly network: NetworkId;
  readonly purpose: OwnTransaction['purpose'];
  readonly state: OwnTransaction['state'];
  readonly plan: string;
  readonly signed: string | null;
  readonly transaction_id: string | null;
  readonly sender: string | null;
  readonly nonce: bigint | null;
  readonly fee: bigint | null;
  readonly problem: string | null;
  readonly made_at_ms: bigint;
}

const COLUMNS = `transaction_no, network, purpose, state, plan, signed, transaction_id, sender, nonce, fee,
  problem, made_at_ms`;

const add = statement<Row>(
  'rail-transaction-add',
  `insert into rail_transaction (network, purpose, state, plan, sender, nonce, made_at_ms, changed_at_ms)
   values ($1, $2, 'planned', $3, $4, $5, $6, $6) returning ${COLUMNS}`,
);
const open = statement<Row>(
  'rail-transaction-open',
  `select ${COLUMNS} from rail_transaction where network = $1 and state in ('planned', 'sent')
    order by transaction_no limit $2`,
);
const setSigned = statement(
  'rail-transaction-signed',
  `update rail_transaction set signed = $2, transaction_id = $3, changed_at_ms = $4
    where transaction_no = $1 and signed is null`,
);
const setState = statement<{ transaction_no: bigint }>(
  'rail-transaction-state',
  `update rail_transaction set state = $2, fee = coalesce($3, fee), problem = $4, changed_at_ms = $5
    where transaction_no = $1 and state in ('planned', 'sent') returning transaction_no`,
);

export class TransactionStore {
  readonly #network: NetworkId;

  constructor(network: NetworkId) {
    this.#network = network;
  }

  async add(
    on: Queryable,
    made: Pick<OwnTransaction, 'purpose' | 'plan' | 'sender' | 'nonce'>,
    nowMs: number,
  ): Promise<OwnTransaction> {
    const { purpose, plan, sender, nonce } = made;
    const text = JSON.stringify(plan);
    const [row] = await add(on, [this.#network, purpose, text, sender ?? null, nonce ?? null, nowMs]);
    if (!row) throw new Error('Invariant: a transaction that was added is there');
    return transactionOf(row);
  }

  async open(on: Queryable, limit: number): Promise<readonly OwnTransaction[]> {
    return (await open(on, [this.#network, limit])).map(transactionOf);
  }

  async signed(
    on: Queryable,
    transactionNo: bigint,
    by: { readonly signed: string; readonly id: string; readonly nowMs: number },
  ): Promise<void> {
    await setSigned(on, [transactionNo, by.signed, by.id, by.nowMs]);
  }

  /** False where it had ended before. */
  async set(
    on: Queryable,
    transactionNo: bigint,
    now: {
      readonly state: OwnTransaction['state'];
      readonly fee?: Amount | undefined;
      readonly problem?: string | undefined;
      readonly nowMs: number;
    },
  ): Promise<boolean> {
    const { state, fee, problem, nowMs } = now;
    return (await setState(on, [transactionNo, state, fee ?? null, problem ?? null, nowMs])).length > 0;
  }
}

function transactionOf(row: Row): OwnTransaction {
  return {
    transactionNo: row.transaction_no,
    network: row.network,
    purpose: row.purpose,
    state: row.state,
    plan: planSchema.parse(JSON.parse(row.plan)),
    signed: row.signed ?? undefined,
    transactionId: row.transaction_id ?? undefined,
    sender: row.sender ?? undefined,
    nonce: row.nonce === null ? undefined : Number(row.nonce),
    fee: row.fee === null ? undefined : amount(row.fee),
    problem: row.problem ?? undefined,
    madeAtMs: Number(row.made_at_ms),
  };
}
