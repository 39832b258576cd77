import { randomInt } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import type pg from 'pg';
import {
  addFailure,
  type CodePurpose,
  clearFailures,
  countSentCodes,
  insertCode,
  isCodeOpen,
  type SentCounts,
  tryCode,
  useCode,
} from '#domains/account/attempt-store.ts';
import type { Contact } from '#domains/account/contact.ts';
import { mailWordOf } from '#domains/account/mail-word.ts';
import { findLogin } from '#domains/account/store.ts';
import { alreadyRegisteredMessage, codeMessage, withMailWord } from '#domains/account/texts.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type RefusalReply, type Reply, refuse, reply } from '#ports.ts';

/** One-time codes: rules 2.22. */
export interface Codes {
  send(request: SendRequest): Promise<Reply<CodeSent>>;
  /** Whether the code is the newest one sent to the contact for the purpose; a right one is used up. */
  check(request: CheckRequest): Promise<boolean>;
  /**
   * Check before the code's use, in which a right one gives
   * its try back; the last tries are left for the use.
   */
  isRight(request: CheckRequest): Promise<boolean>;
  /** When all messages asked for have left, or failed. */
  settled(): Promise<void>;
}

export interface CodeSent {
  readonly expiresAtMs: number;
  readonly resendAtMs: number;
  /**
   * The mail server or the SMS gateway is away: the message
   * leaves as soon as it is back, while the code is good.
   */
  readonly isDelayed: boolean;
}

export interface SendRequest {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly language: Language;
  /** Network of whoever asks. */
  readonly network: string;
  /** The sender, where the login knows them. */
  readonly senderHash: Buffer | undefined;
  /** As whom they are to try the code. */
  readonly by: string;
  readonly nowMs: number;
}

export interface CheckRequest {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly code: string;
  readonly nowMs: number;
  /** The one who tries: a known device, or a network. */
  readonly by: string;
  /** Whether the login knows them: strangers can't use up their tries. */
  readonly isOwn: boolean;
}

const LIFE_MS = 5 * MINUTE_MS;
const RESEND_MS = MINUTE_MS;
/** Tries of one network at one code: strangers have their own, and can't use up the person's. */
const TRIES_MAX = 5;
/** Of all networks at one code: one of 20,000 to guess it. */
const TRIES_OF_ALL_MAX = 50;
/** Of them for the use of a code only: a check costs no work, and does not take the last ones. */
const TRIES_OF_USE = 10;
/** Of one sender to one contact: a known device or network, or a stranger's network. */
const SENDER_HOUR_MAX = 5;
const SENDER_DAY_MAX = 10;
/** Of all strangers to one contact. */
const STRANGERS_HOUR_MAX = 10;
const STRANGERS_DAY_MAX = 20;
const ADDRESS_HOUR_MAX = 20;
/** More for those whom the login knows, when strangers have used up the others. */
const TRIES_OF_OWN_MAX = 10;
const CODES = 1_000_000;

export interface CodeOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly messages: Pick<MessageQueue, 'send' | 'isReachable' | 'settled'>;
  readonly onDeliveryFailed: (error: unknown) => void;
}

export function createCodes(options: CodeOptions): Codes {
  const { pool, secrets } = options;
  const leaving = new Set<Promise<void>>();
  const targetOf = (contact: Contact): Buffer => secrets.hmac('contact', contact.address);
  const triesOf = (contact: Contact, purpose: CodePurpose, by: string): Buffer =>
    secrets.hmac('contact', `code ${purpose} ${contact.address} from ${by}`);
  const textOf = (contact: Contact, purpose: CodePurpose, code: string): string =>
    `${contact.address}:${purpose}:${code}`;

  /** The reply does not wait: how long a mail takes, or that none is sent, would tell who has an account. */
  const deliver = (request: SendRequest, code: string): void => {
    const sending = deliverCode(options, request, code).catch(options.onDeliveryFailed);
    leaving.add(sending);
    void sending.finally(() => leaving.delete(sending));
  };

  /** Counts a try first, and then compares. */
  const findRight = async (request: CheckRequest, triesKept = 0) => {
    const { contact, purpose, code, nowMs, by, isOwn } = request;
    const of = { targetHash: targetOf(contact), purpose, nowMs };
    // Where there is no code, nothing is guessed: a count would be a row for each contact that is named.
    if (!(await isCodeOpen(pool, of))) return undefined;
    const triesKey = triesOf(contact, purpose, by);
    const tries = await addFailure(pool, { targetHash: triesKey, nowMs, sinceMs: nowMs - LIFE_MS });
    if (tries > TRIES_MAX) return undefined;
    const triesMax = isOwn ? TRIES_OF_ALL_MAX + TRIES_OF_OWN_MAX : TRIES_OF_ALL_MAX;
    const codes = await tryCode(pool, { ...of, triesMax: triesMax - triesKept });
    const text = textOf(contact, purpose, code);
    return codes.find(({ codeHash }) => secrets.isHmacOf('code', text, codeHash));
  };

  return {
    send: async (request) => {
      const { contact, purpose, nowMs, network: address, senderHash } = request;
      const code = String(randomInt(CODES)).padStart(6, '0');
      const targetHash = targetOf(contact);
      const expiresAtMs = nowMs + LIFE_MS;
      const refusal = await inTransaction(pool, async (client) => {
        const sender = { targetHash, address, senderHash, nowMs };
        const sent = await countSentCodes(client, sender);
        const tooMany = tooManyCodes(sent, { isOwn: senderHash !== undefined, nowMs });
        if (tooMany !== undefined) return tooMany;
        const codeHash = secrets.hmac('code', textOf(contact, purpose, code));
        await insertCode(client, { ...sender, purpose, codeHash, expiresAtMs });
        return undefined;
      });
      if (refusal !== undefined) return { ok: false, refusal };
      await clearFailures(pool, triesOf(contact, purpose, request.by));
      deliver(request, code);
      // Asked of the channel and not of this message, so that it tells nothing about the account.
      const isDelayed = !(await options.messages.isReachable(contact.channel));
      return reply({ expiresAtMs, resendAtMs: nowMs + RESEND_MS, isDelayed });
    },
    check: async (request) => {
      const right = await findRight(request);
      const { contact, purpose, nowMs } = request;
      const of = { targetHash: targetOf(contact), purpose, nowMs };
      return right !== undefined && useCode(pool, { ...of, codeId: right.codeId });
    },
    isRight: async (request) => {
      if ((await findRight(request, TRIES_OF_USE)) === undefined) return false;
      await clearFailures(pool, triesOf(request.contact, request.purpose, request.by));
      return true;
    },
    settled: async () => {
      await Promise.all(leaving);
      await options.messages.settled();
    },
  };
}

function tooManyCodes(
  sent: SentCounts,
  { isOwn, nowMs }: { readonly isOwn: boolean; readonly nowMs: number },
): RefusalReply | undefined {
  const readyAtMs = (sent.lastSentAtMs ?? Number.NEGATIVE_INFINITY) + RESEND_MS;
  if (readyAtMs > nowMs) return refuse('CODE_RECENTLY_SENT', { retryAfterMs: readyAtMs - nowMs }).refusal;
  const isStrangers =
    sent.strangersLastHour >= STRANGERS_HOUR_MAX ||
    sent.strangersLastDay >= STRANGERS_DAY_MAX ||
    sent.addressLastHour >= ADDRESS_HOUR_MAX;
  const isTooMany =
    sent.senderLastHour >= SENDER_HOUR_MAX || sent.senderLastDay >= SENDER_DAY_MAX || (!isOwn && isStrangers);
  return isTooMany ? refuse('RATE_LIMITED', { retryAfterMs: HOUR_MS }).refusal : undefined;
}

/**
 * Message by what a code is for: to register or use an address
 * a hint to somebody we know, to reset nothing to a stranger.
 */
async function deliverCode(options: CodeOptions, request: SendRequest, code: string): Promise<void> {
  const { contact, purpose, language } = request;
  const login = await findLogin(options.pool, contact);
  const isKnown = login !== undefined;
  if (purpose === 'resetPassword' && !isKnown) return;
  const isTaken = isKnown && (purpose === 'register' || purpose === 'changeContact');
  const plain = isTaken ? alreadyRegisteredMessage(language) : codeMessage({ code, purpose, language });
  const word = contact.channel === 'email' && isKnown ? mailWordOf(options.secrets, login) : undefined;
  const text = withMailWord(plain, word, language);
  const message = { channel: contact.channel, to: contact.address, ...text };
  await options.messages.send(message, { expiresAtMs: request.nowMs + LIFE_MS });
}
