import type { Secrets } from '#platform/secrets/secrets.ts';

/** Ends of links in mails: for one login, until an instant, and good for their one purpose alone. */
export type LinkPurpose = 'freeze-link' | 'digest-link';

export function loginLink(
  secrets: Pick<Secrets, 'hmac'>,
  {
    purpose,
    loginId,
    endsAtMs,
  }: { readonly purpose: LinkPurpose; readonly loginId: number; readonly endsAtMs: number },
): string {
  const signed = `${loginId}.${endsAtMs}`;
  const mac = secrets.hmac(purpose, signed).toString('base64url');
  return Buffer.from(`${signed}.${mac}`).toString('base64url');
}

/** The login of a link; undefined for one that is not ours, is for something else, or whose time is over. */
export function loginOfLink(
  secrets: Pick<Secrets, 'isHmacOf'>,
  { purpose, link, nowMs }: { readonly purpose: LinkPurpose; readonly link: string; readonly nowMs: number },
): number | undefined {
  const text = Buffer.from(link, 'base64url').toString('utf8');
  const match = /^(\d{1,10})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(text);
  const [, loginId = '', endsAtMs = '', mac = ''] = match ?? [];
  if (match === null || Number(endsAtMs) <= nowMs) return undefined;
  const isOurs = secrets.isHmacOf(purpose, `${loginId}.${endsAtMs}`, Buffer.from(mac, 'base64url'));
  return isOurs ? Number(loginId) : undefined;
}
