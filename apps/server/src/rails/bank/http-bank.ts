import type * as z from 'zod/mini';
import {
  changeOfEvent,
  changesSchema,
  holdingsSchema,
  nameSchema,
  openedCheckoutSchema,
  paymentsSchema,
  statementSchema,
} from '#rails/bank/wire.ts';
import {
  type BankRail,
  type Checkout,
  type NameAnswer,
  type OpenedCheckout,
  type Payee,
  type PaymentInstruction,
  type PaymentStatus,
  type RailBatch,
  type RailHolding,
  RailUnavailable,
  type StatementPage,
} from '#rails/ports.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';

export interface HttpBankOptions {
  readonly name: string;
  /** Beginning of its addresses, now: a bank of our own may have moved. */
  readonly address: () => Promise<string>;
  readonly key: string;
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * A bank that is asked by HTTP, in the style of providers of UPI and IMPS: payments with an idempotency id,
 * a feed of changes beside its webhooks, statements by day. What its webhooks tell, the feed tells too.
 */
export class HttpBank implements BankRail {
  readonly name: string;
  readonly #options: HttpBankOptions;

  constructor(options: HttpBankOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async pay(batch: readonly PaymentInstruction[]): Promise<readonly PaymentStatus[]> {
    const { payments } = await this.#ask(paymentsSchema, 'POST', '/v1/payments', { payments: batch });
    return payments;
  }

  async payment(instructionId: string): Promise<PaymentStatus | undefined> {
    const query = new URLSearchParams({ id: instructionId });
    const { payments } = await this.#ask(paymentsSchema, 'GET', `/v1/payments?${query}`);
    return payments[0];
  }

  async changes(after: string | undefined): Promise<RailBatch> {
    const query = new URLSearchParams({ after: after ?? '0' });
    const { events, next, isLast } = await this.#ask(changesSchema, 'GET', `/v1/changes?${query}`);
    return { changes: events.map(changeOfEvent), cursor: next, isLast };
  }

  /** Its feed begins where it is told to. */
  async acknowledge(): Promise<void> {}

  async holdings(): Promise<readonly RailHolding[]> {
    return (await this.#ask(holdingsSchema, 'GET', '/v1/holdings')).holdings;
  }

  async statement(query: {
    readonly account: string;
    readonly day: string;
    readonly after?: string | undefined;
  }): Promise<StatementPage> {
    const { account, day, after = '' } = query;
    const asked = new URLSearchParams({ account, day, after });
    const { entries, next } = await this.#ask(statementSchema, 'GET', `/v1/statement?${asked}`);
    return {
      entries: entries.map(({ externalId, instructionId, ...entry }) => ({
        ...entry,
        externalId,
        instructionId,
      })),
      next,
    };
  }

  lookUpName(payee: Omit<Payee, 'name'>): Promise<NameAnswer> {
    return this.#ask(nameSchema, 'POST', '/v1/names', payee);
  }

  openCheckout(checkout: Checkout): Promise<OpenedCheckout | undefined> {
    return this.#ask(openedCheckoutSchema, 'POST', '/v1/checkouts', checkout);
  }

  async #ask<Schema extends z.ZodMiniType>(
    schema: Schema,
    method: 'GET' | 'POST',
    ...[path, content]: readonly [path: string, content?: object]
  ): Promise<z.output<Schema>> {
    const { address, key, timeoutMs } = this.#options;
    const answer = await ask({
      url: (await address()).replace(/\/$/, '') + path,
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(content !== undefined && { body: textOf(content) }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    if (answer.status !== 200)
      throw new RailUnavailable(`${this.name} answered ${path.split('?')[0]} with status ${answer.status}.`);
    const read = schema.safeParse(jsonOf(answer));
    if (!read.success)
      throw new RailUnavailable(`${this.name} answered ${path.split('?')[0]} with what is no answer to it.`);
    return read.data;
  }
}

function textOf(content: object): string {
  return JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
