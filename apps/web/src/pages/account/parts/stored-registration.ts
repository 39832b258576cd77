import { isRecord, oneOf, type Parse, text } from '#client/parse.ts';
import type { Contact } from './contact.ts';

export interface SentCode {
  /** The contact that it went to, with the area code. */
  readonly account: string;
  readonly sentTo: string;
  readonly expiresAtMs: number;
  readonly resendAtMs: number;
  readonly isDelayed: boolean;
}

/**
 * A registration whose code is on its way: what a page that is loaded again goes on with. Never a password.
 */
export interface StoredRegistration {
  readonly contact: Pick<Contact, 'by' | 'phone' | 'email'>;
  readonly sent: SentCode;
  readonly code: string;
}

/** In this tab alone, and gone with it. */
const KEY = 'tarazu.registration';

const by = oneOf('phone', 'email');

const sentCode: Parse<SentCode> = (stored) => {
  if (!isRecord(stored)) return undefined;
  const [account, sentTo] = [text(stored['account']), text(stored['sentTo'])];
  const [expiresAtMs, resendAtMs] = [Number(stored['expiresAtMs']), Number(stored['resendAtMs'])];
  if (account === undefined || sentTo === undefined) return undefined;
  if (!Number.isFinite(expiresAtMs) || !Number.isFinite(resendAtMs)) return undefined;
  return { account, sentTo, expiresAtMs, resendAtMs, isDelayed: stored['isDelayed'] === true };
};

/** Reads what was kept; nothing once its code is no longer good at `nowMs`. */
export function parseRegistration(stored: unknown, nowMs: number): StoredRegistration | undefined {
  if (!isRecord(stored)) return undefined;
  const contact = isRecord(stored['contact']) ? stored['contact'] : {};
  const sent = sentCode(stored['sent']);
  const way = by(contact['by']);
  if (sent === undefined || way === undefined || sent.expiresAtMs <= nowMs) return undefined;
  const [phone, email] = [text(contact['phone']) ?? '', text(contact['email']) ?? ''];
  return { contact: { by: way, phone, email }, sent, code: text(stored['code']) ?? '' };
}

export function readRegistration(nowMs: number): StoredRegistration | undefined {
  try {
    return parseRegistration(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'), nowMs);
  } catch {
    // A browser that refuses storage begins again with the contact.
    return undefined;
  }
}

/** Keeps it; `undefined` forgets it. */
export function storeRegistration(kept: StoredRegistration | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that refuses storage begins again with the contact.
  }
}
