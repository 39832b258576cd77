import { DAY_MS } from '@tarazu/core/values';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Ends of links in mails: for one login, for a month, and good for nothing but to freeze it. */

const LIFE_MS = 30 * DAY_MS;

export function freezeLink(
  secrets: Pick<Secrets, 'hmac'>,
  { loginId, nowMs }: { readonly loginId: number; readonly nowMs: number },
): string {
  const signed = `${loginId}.${nowMs + LIFE_MS}`;
  const mac = secrets.hmac('freeze-link', signed).toString('base64url');
  return Buffer.from(`${signed}.${mac}`).toString('base64url');
}

/** The login of a link; undefined for one that is not ours or whose time is over. */
export function loginOfLink(
  secrets: Pick<Secrets, 'isHmacOf'>,
  link: string,
  nowMs: number,
): number | undefined {
  const text = Buffer.from(link, 'base64url').toString('utf8');
  const match = /^(\d{1,10})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(text);
  const [, loginId = '', endsAtMs = '', mac = ''] = match ?? [];
  if (match === null || Number(endsAtMs) <= nowMs) return undefined;
  const isOurs = secrets.isHmacOf('freeze-link', `${loginId}.${endsAtMs}`, Buffer.from(mac, 'base64url'));
  return isOurs ? Number(loginId) : undefined;
}
