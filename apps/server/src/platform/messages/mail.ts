import { createTransport } from 'nodemailer';
import { DeliveryError, type Messenger } from './messenger.ts';

const TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 2;
const MESSAGES_PER_CONNECTION = 50;

export interface MailOptions {
  /** `smtps://user:password@host`, or `smtp://` which turns to TLS when the server offers it. */
  readonly url: string;
  /** Sender, as `Name <address>`. */
  readonly from: string;
}

/** Plain text mails by SMTP. */
export function createMailMessenger(options: MailOptions): Messenger & { close(): void } {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MESSAGES_PER_CONNECTION,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing in a message may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.body,
          ...(message.unsubscribeUrl !== undefined && { list: { unsubscribe: message.unsubscribeUrl } }),
        });
      } catch (error) {
        throw new DeliveryError('The mail server did not take a message.', {
          cause: error,
          isFinal: isRefusedForGood(error),
        });
      }
    },
    probe: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw new DeliveryError('The mail server does not answer.', { cause: error });
      }
    },
    close: () => transport.close(),
  };
}

/** Replies from 500 on say that trying again is of no use (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500 && error instanceof Error && 'command' in error && error.command !== 'CONN';
}
