import type { Config } from '#platform/config/config.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { createMailMessenger } from './mail.ts';
import { MessageQueue, type MessageQueueOptions } from './message-queue.ts';
import { createOutboxMessenger } from './outbox.ts';
import { createSmsMessenger } from './sms.ts';

/** How messages leave this installation. */
export interface Delivery {
  readonly queue: MessageQueue;
  /** Whether any channel ends in the sandbox outbox; the start-up line says so, and `/sandbox` exists. */
  readonly isSandboxed: boolean;
  close(): void;
}

/** Mail server and SMS gateway as configured; what is not configured lands in the sandbox outbox. */
export function openDelivery(
  input: Pick<MessageQueueOptions, 'onOutcome' | 'onFailed'> & {
    readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsWebhook'>;
    readonly database: Queryable;
    readonly clock: Clock;
    readonly secrets: Secrets;
  },
): Delivery {
  const { smtpUrl, mailFrom, smsWebhook } = input.config;
  const outbox = createOutboxMessenger(input.database);
  const mail = smtpUrl === null ? null : createMailMessenger({ url: smtpUrl, from: mailFrom });
  const sms = smsWebhook === null ? null : createSmsMessenger({ webhook: smsWebhook, clock: input.clock });
  return {
    queue: new MessageQueue({ ...input, ways: { email: mail ?? outbox, sms: sms ?? outbox } }),
    isSandboxed: mail === null || sms === null,
    close: () => mail?.close(),
  };
}
