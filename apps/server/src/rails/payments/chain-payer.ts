import type { Amount, AssetId } from '@tarazu/core/values';
import type pg from 'pg';
import { coinNetwork } from '#market/catalogue/coin-networks.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ChainRail } from '#rails/chain/port.ts';
import { ledgerCostOf } from '#rails/chain/units.ts';
import type { KeyRing } from '#rails/custody/key-ring.ts';
import { TransferStore } from '#rails/custody/transfer-store.ts';
import type { Inbox } from '#rails/hand-over/inbox.ts';
import type { CoinPayment, PaymentStore, RecordedPayment, WaitsFor } from '#rails/payments/payment-store.ts';
import { planBitcoin } from '#rails/payments/plan-bitcoin.ts';
import { canPay, planEthereum, type Sender, sentOf } from '#rails/payments/plan-ethereum.ts';
import { type OwnTransaction, TransactionStore } from '#rails/payments/transaction-store.ts';
import type { PaymentFailure, PaymentStatus, RailChange } from '#rails/ports.ts';
import type { SignerRefusal } from '#rails/signer/messages.ts';
import type { SignerPort } from '#rails/signer/signer-client.ts';

export interface ChainPayerOptions {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly chain: ChainRail;
  readonly keys: KeyRing;
  readonly signer: SignerPort;
  readonly inbox: Inbox;
  readonly payments: PaymentStore;
}

/** Transactions of ours that may be under way on a network, and payments of one of Bitcoin. */
const OPEN_MAX = 50;
const BATCH_MAX = 40;
const COINS_MAX = 150;
/** Satoshi of a coin that is worth its place in a transaction. */
const LEAST = 2_000n;
const OWN: [1, number] = [1, 0];
/** Reason of a payment that a network or the signer refuses: the transaction says more. */
const REASON: PaymentFailure = 'rejected';

/**
 * Pays over one chain: a transaction is named before it is signed, stored
 * before it is sent, and sent until the network has it. One that the network
 * refuses is never replaced by another while it might still be taken.
 */
export class ChainPayer {
  readonly #options: ChainPayerOptions;
  readonly #transactions: TransactionStore;
  readonly #transfers: TransferStore;
  #isSignerChecked = false;

  constructor(options: ChainPayerOptions) {
    this.#options = options;
    this.#transactions = new TransactionStore(options.chain.network.id);
    this.#transfers = new TransferStore(options.chain.network.id);
  }

  async turn(stop?: AbortSignal): Promise<void> {
    const { pool } = this.#options;
    let isBlocked = false;
    for (const transaction of await this.#transactions.open(pool, OPEN_MAX)) {
      stop?.throwIfAborted();
      isBlocked = !(await this.#advance(transaction)) || isBlocked;
    }
    if (!isBlocked) await this.#planNext();
  }

  /** False while it is not signed: whatever came after it would have to wait for its number. */
  async #advance(transaction: OwnTransaction): Promise<boolean> {
    const signed = transaction.signed === undefined ? await this.#sign(transaction) : transaction;
    if (signed === undefined) return false;
    const { chain } = this.#options;
    const { transactionId = '', signed: text = '' } = signed;
    const status = await chain.transaction(transactionId);
    if (status.state === 'included') {
      const tip = await chain.tip();
      if (tip.height - status.block.height + 1 < chain.network.confirmations) return this.#isSent(signed);
      await this.#end(signed, { hasFailed: status.hasFailed, feeUnits: status.feeUnits });
      return true;
    }
    if (status.state === 'waiting') return this.#isSent(signed);
    const answer = await chain.broadcast(text);
    if (answer.isTaken) return this.#isSent(signed);
    if (await this.#canNeverBe(signed)) await this.#end(signed, { hasFailed: true, feeUnits: 0n });
    return true;
  }

  /** Another transaction has its number for good, so that it can never be taken. */
  async #canNeverBe({ sender, nonce, transactionId = '' }: OwnTransaction): Promise<boolean> {
    const { chain } = this.#options;
    if (sender === undefined || nonce === undefined) return false;
    const [next, status] = [await chain.nextNonce(sender), await chain.transaction(transactionId)];
    return next > nonce && status.state === 'unknown';
  }

  /** Asks for the signature under an id of the plan, so that it is given once. */
  async #sign(transaction: OwnTransaction): Promise<OwnTransaction | undefined> {
    const { pool, clock, signer, keys } = this.#options;
    if (!this.#isSignerChecked) await keys.checkSigner();
    this.#isSignerChecked = true;
    const { transactionNo, plan, network } = transaction;
    const answer = await signer.sign({ requestId: `${network}-${transactionNo}`, plan });
    if (answer.isSigned) {
      const { signed, id } = answer;
      await this.#transactions.signed(pool, transactionNo, { signed, id, nowMs: clock.nowMs() });
      return { ...transaction, signed, transactionId: id };
    }
    const { payments } = this.#options;
    const bound = await payments.ofTransaction(pool, transactionNo);
    if (isOfTime(answer.reason)) await payments.waits(pool, idsOf(bound), 'signerLimit');
    else if (bound.length > 1) await this.#divide(transaction, answer.reason);
    else await this.#end(transaction, { hasFailed: true, feeUnits: 0n, problem: answer.reason });
    return undefined;
  }

  /** One of several payments is what the signer refuses: each goes by itself. */
  async #divide({ transactionNo }: OwnTransaction, problem: string): Promise<void> {
    const { pool, clock, payments } = this.#options;
    await inTransaction(pool, async (on) => {
      await payments.unbind(on, transactionNo);
      await this.#transfers.free(on, transactionNo);
      const now = { state: 'failed', problem, nowMs: clock.nowMs() } as const;
      await this.#transactions.set(on, transactionNo, now);
    });
  }

  async #isSent(transaction: OwnTransaction): Promise<true> {
    if (transaction.state === 'sent') return true;
    const { clock } = this.#options;
    await this.#tell(async (on) => {
      const now = { state: 'sent', nowMs: clock.nowMs() } as const;
      await this.#transactions.set(on, transaction.transactionNo, now);
      return this.#changePayments(on, transaction, { state: 'sent' });
    });
    return true;
  }

  async #end(
    transaction: OwnTransaction,
    how: {
      readonly hasFailed: boolean;
      readonly feeUnits: bigint;
      readonly problem?: string;
    },
  ): Promise<void> {
    const { chain, clock } = this.#options;
    const { hasFailed, feeUnits, problem } = how;
    const own = chain.network.coins.find(({ token }) => token === undefined);
    const fee = ledgerCostOf(feeUnits, own?.chainDecimals ?? 0);
    const state = hasFailed ? ('failed' as const) : ('done' as const);
    await this.#tell(async (on) => {
      const now = { state, fee, problem, nowMs: clock.nowMs() };
      if (!(await this.#transactions.set(on, transaction.transactionNo, now))) return [];
      if (hasFailed) await this.#transfers.free(on, transaction.transactionNo);
      const ended = await this.#changePayments(on, transaction, {
        state,
        ...(hasFailed && { reason: REASON }),
      });
      return [...ended, ...feeOf(transaction, fee, { asset: chain.network.feeAsset, atMs: clock.nowMs() })];
    });
  }

  async #changePayments(
    on: Queryable,
    transaction: OwnTransaction,
    now: Pick<PaymentStatus, 'reason'> & { readonly state: 'sent' | 'done' | 'failed' },
  ): Promise<readonly RailChange[]> {
    const { payments, clock } = this.#options;
    const changes: RailChange[] = [];
    for (const { payment, revision } of await payments.ofTransaction(on, transaction.transactionNo)) {
      const { instructionId } = payment;
      const status = {
        instructionId,
        state: now.state,
        revision: revision + 1,
        atMs: clock.nowMs(),
        reference: transaction.transactionId,
        reason: now.reason,
      };
      await payments.set(on, instructionId, status);
      changes.push({ kind: 'payment', key: `payment:${instructionId}:${status.revision}`, payment: status });
    }
    return changes;
  }

  async #planNext(): Promise<void> {
    const { pool, chain, payments } = this.#options;
    const waiting = (await payments.queued(pool, chain.network.id, BATCH_MAX)).filter(
      (kept) => kept.transactionNo === undefined,
    );
    const [first] = waiting;
    const isAlone = ({ waitsFor }: RecordedPayment): boolean => waitsFor === 'alone';
    const together = first && isAlone(first) ? [first] : waiting.filter((kept) => !isAlone(kept));
    const coins = together.flatMap(({ payment }) => (payment.kind === 'coins' ? [payment] : []));
    if (coins.length === 0) return;
    if (chain.network.dialect === 'bitcoin') await this.#planBitcoin(coins);
    else for (const payment of coins) if (!(await this.#planEthereum(payment))) return;
  }

  /** As many of the oldest as there are coins for. */
  async #planBitcoin(payments: readonly CoinPayment[]): Promise<void> {
    const { pool, chain } = this.#options;
    const asset = chain.network.feeAsset;
    const which = { branches: [0, 1], asset, least: LEAST, limit: COINS_MAX };
    const coins = await this.#transfers.unspent(pool, which);
    const { unitPrice } = await chain.feeQuote(asset);
    for (let count = payments.length; count > 0; count -= 1) {
      const batch = payments.slice(0, count);
      const planned = planBitcoin(batch, { coins, rate: unitPrice });
      if (!planned) continue;
      await this.#add(batch, { plan: planned.plan, sender: undefined, nonce: undefined }, planned.spent);
      return;
    }
    await this.#wait(payments, 'hotFunds');
  }

  async #planEthereum(payment: CoinPayment): Promise<boolean> {
    const { chain } = this.#options;
    const { network } = chain;
    const sent = sentOf(network, payment);
    if (!sent) {
      await this.#refuse(payment);
      return true;
    }
    const quote = await chain.feeQuote(payment.asset);
    const sender = await this.#sender();
    if (!(await canPay(chain, sender.key, { sent, fee: quote.transferUnits }))) {
      await this.#wait([payment], 'hotFunds');
      return false;
    }
    const plan = planEthereum(network, { sender, sent, quote });
    await this.#add([payment], { plan, sender: sender.key, nonce: sender.nonce }, []);
    return true;
  }

  /** Our own address with its next number, planned ones counted. */
  async #sender(): Promise<Sender> {
    const { chain, keys, pool } = this.#options;
    const { key } = await keys.ownAddress(chain.network.id);
    const open = await this.#transactions.open(pool, OPEN_MAX * 2);
    const planned = open.flatMap((one) => (one.sender === key ? [(one.nonce ?? 0) + 1] : []));
    return { key, place: OWN, nonce: Math.max(await chain.nextNonce(key), ...planned) };
  }

  async #add(
    payments: readonly CoinPayment[],
    made: Pick<OwnTransaction, 'plan' | 'sender' | 'nonce'>,
    spent: readonly string[],
  ): Promise<void> {
    const { pool, clock, payments: store } = this.#options;
    await inTransaction(pool, async (on) => {
      const added = await this.#transactions.add(on, { purpose: 'pay', ...made }, clock.nowMs());
      await store.bind(
        on,
        payments.map(({ instructionId }) => instructionId),
        added.transactionNo,
      );
      await this.#transfers.spend(on, spent, added.transactionNo);
    });
  }

  #wait(payments: readonly CoinPayment[], waitsFor: WaitsFor): Promise<void> {
    const { pool, payments: store } = this.#options;
    return store.waits(
      pool,
      payments.map(({ instructionId }) => instructionId),
      waitsFor,
    );
  }

  /** An amount that the network can not say: whoever asked for it has to ask for another. */
  async #refuse({ instructionId }: CoinPayment): Promise<void> {
    const { clock, payments } = this.#options;
    await this.#tell(async (on) => {
      const kept = await payments.find(on, instructionId);
      const revision = (kept?.revision ?? 0) + 1;
      const status = {
        instructionId,
        state: 'failed',
        revision,
        atMs: clock.nowMs(),
        reason: REASON,
      } as const;
      await payments.set(on, instructionId, status);
      return [{ kind: 'payment', key: `payment:${instructionId}:${revision}`, payment: status }];
    });
  }

  async #tell(make: (on: Queryable) => Promise<readonly RailChange[]>): Promise<void> {
    const { pool, inbox, chain } = this.#options;
    const rail = coinNetwork(chain.network.id).id;
    const news = await inTransaction(pool, async (on) => inbox.keepWithin(on, rail, await make(on)));
    if (news > 0) inbox.notifyListeners();
  }
}

function feeOf(
  { network, transactionId, purpose }: OwnTransaction,
  fee: Amount,
  told: { readonly asset: AssetId; readonly atMs: number },
): readonly RailChange[] {
  if (fee === 0n || transactionId === undefined) return [];
  const { asset, atMs } = told;
  return [
    {
      kind: 'fee',
      key: `fee:${transactionId}`,
      fee: { network, transactionId, purpose, asset, amount: fee, atMs },
    },
  ];
}

/** Refusals that pass by themselves: a limit of the signer for an hour or a day. */
function isOfTime(reason: SignerRefusal): boolean {
  return reason === 'limitHour' || reason === 'limitDay';
}

function idsOf(kept: readonly RecordedPayment[]): string[] {
  return kept.map(({ payment }) => payment.instructionId);
}
