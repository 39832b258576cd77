import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { listenProblem } from '#platform/config/listen-problem.ts';
import { hostInUrl } from '#platform/network/address.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { openWebhookReceiver, WEBHOOK_PATH, type WebhookReceiver } from '#rails/bank/webhook-receiver.ts';
import { Custody } from '#rails/custody.ts';
import { collectFrom } from '#rails/hand-over/collect.ts';
import { Inbox, type RailInbox } from '#rails/hand-over/inbox.ts';
import type { Outside, SandboxDrive } from '#rails/outside.ts';
import { BankPayer } from '#rails/payments/bank-payer.ts';
import { type Payment, PaymentStore, type RecordedPayment } from '#rails/payments/payment-store.ts';
import type { BankRail } from '#rails/ports.ts';

/** The outside world for the rest of the server. */
export interface Rails {
  readonly bank: BankRail;
  /** Coins on chains: addresses, what comes in, fees. */
  readonly custody: Custody;
  /** All that banks and chains have said, for domains to take. */
  readonly inbox: RailInbox;
  /**
   * Makes a payment, once however often it is asked for; how it goes comes into the inbox.
   * @throws Error when another content was given under its id.
   */
  pay(payment: Payment): Promise<void>;
  payment(instructionId: string): Promise<RecordedPayment | undefined>;
  /** Payments of a rail that have not ended, oldest first. */
  openPayments(rail: string, limit: number): Promise<readonly RecordedPayment[]>;
  /** Absent where all rails are real. */
  readonly sandbox: SandboxDrive | undefined;
  readonly jobs: readonly Job[];
  stop(): Promise<void>;
}

export interface RailsOptions {
  readonly config: Pick<Config, 'webhookHost' | 'webhookPort'>;
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly outside: Outside;
  readonly report: (what: string) => (error: unknown) => void;
}

/** A bank whose webhooks do not come is asked so often. */
const ASK_EVERY_MS = 5_000;

export async function openRails(options: RailsOptions): Promise<Rails> {
  const { outside } = options;
  const { bank, sandbox } = outside;
  const { pool, clock, secrets } = options;
  const payments = new PaymentStore(secrets);
  const inbox = new Inbox({ ...options, within: (on, changes) => payments.recordChanges(on, changes) });
  const custody = new Custody({ ...outside, pool, clock, inbox, payments });
  const payer = new BankPayer({ pool, bank, inbox, payments });
  const receiver = await receiverOf(options, inbox);
  const { webhookHost } = options.config;
  outside.listensAt(`http://${hostInUrl(webhookHost)}:${receiver.port}${WEBHOOK_PATH}`);
  return {
    bank,
    custody,
    inbox,
    sandbox,
    pay: async (payment) => void (await payments.add(pool, payment, clock.nowMs())),
    payment: (instructionId) => payments.find(pool, instructionId),
    openPayments: (rail, limit) => payments.open(pool, rail, limit),
    jobs: [
      {
        name: 'rails: bank',
        everyMs: ASK_EVERY_MS,
        problem: 'The bank could not be asked what is new, or not be paid over.',
        run: async (stop) => {
          await payer.turn();
          await collectFrom(bank, inbox, stop);
        },
      },
      ...custody.jobs,
    ],
    stop: async () => {
      await receiver.stop();
      await outside.stop();
    },
  };
}

function receiverOf(
  { config, clock, outside, report }: RailsOptions,
  inbox: Inbox,
): Promise<WebhookReceiver> {
  const at = { host: config.webhookHost, port: config.webhookPort };
  return openWebhookReceiver({
    ...at,
    key: outside.webhookKey,
    nowMs: () => clock.nowMs(),
    take: (changes) => inbox.keep(outside.bank.name, changes),
    onTrouble: (what, error) => report(what)(error),
  }).catch((error: unknown) => {
    throw listenProblem(error, { ...at, hostName: 'WEBHOOK_HOST', portName: 'WEBHOOK_PORT' });
  });
}
