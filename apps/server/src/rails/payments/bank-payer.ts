import type pg from 'pg';
import type { Inbox } from '#rails/hand-over/inbox.ts';
import type { PaymentStore } from '#rails/payments/payment-store.ts';
import type { BankRail, PaymentStatus, RailChange } from '#rails/ports.ts';

export interface BankPayerOptions {
  readonly pool: pg.Pool;
  readonly bank: BankRail;
  readonly inbox: Inbox;
  readonly payments: PaymentStore;
}

/** Payments of one batch to the bank. */
const BATCH_MAX = 100;

/**
 * Pays over the bank. What is queued is sent as a batch, and sent again under the same ids until the bank has
 * answered; how each stands from then on comes with its changes.
 */
export class BankPayer {
  readonly #options: BankPayerOptions;

  constructor(options: BankPayerOptions) {
    this.#options = options;
  }

  async turn(): Promise<void> {
    const { pool, bank, payments } = this.#options;
    const queued = await payments.queued(pool, bank.name, BATCH_MAX);
    const batch = queued.flatMap(({ payment }) => {
      if (payment.kind !== 'bank') return [];
      const { kind: _, ...instruction } = payment;
      return [instruction];
    });
    if (batch.length === 0) return;
    const ids = batch.map(({ instructionId }) => instructionId);
    const answers = await bank.pay(batch).catch(async (error: unknown) => {
      await payments.waits(pool, ids, 'rail');
      throw error;
    });
    const { inbox } = this.#options;
    await inbox.keep(bank.name, answers.flatMap(changeOfAnswer));
    const contradicted = answers.find(({ reason }) => reason === 'contradiction');
    if (contradicted)
      throw new Error(`The bank has another payment under the id ${contradicted.instructionId}.`);
  }
}

/**
 * An answer with revision 0 is of this sending: what the bank takes none of has failed, and nothing moved.
 */
function changeOfAnswer(answer: PaymentStatus): RailChange[] {
  if (answer.reason === 'contradiction') return [];
  const payment = answer.revision === 0 ? { ...answer, revision: 1 } : answer;
  return [{ kind: 'payment', key: `payment:${payment.instructionId}:${payment.revision}`, payment }];
}
