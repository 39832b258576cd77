import type { Secrets } from '#platform/secrets/secrets.ts';

/** Ends of links in mails: for one login, until an instant, and good for their one purpose alone. */
export type LinkPurpose = 'freeze-link' | 'digest-link';

export interface LinkFacts {
  readonly loginId: number;
  readonly endsAtMs: number;
  /** When that was chosen which the link takes back; 0 where it takes back no choice. */
  readonly chosenAtMs: number;
}

/** A link as it is written, before anything shows that it is ours. */
export interface ReadLink extends LinkFacts {
  readonly mac: Buffer;
}

export interface LinkBound {
  readonly purpose: LinkPurpose;
  /** Address that the link was sent to, where it is good for that one alone; empty for one of any. */
  readonly sentTo: string;
}

export function loginLink(secrets: Pick<Secrets, 'hmac'>, facts: LinkFacts, bound: LinkBound): string {
  const mac = secrets.hmac(bound.purpose, signedOf(facts, bound)).toString('base64url');
  return Buffer.from(`${textOf(facts)}.${mac}`).toString('base64url');
}

/** Facts that a link says of itself; undefined for what is no link, or whose time is over. */
export function readLink(link: string, nowMs: number): ReadLink | undefined {
  const text = Buffer.from(link, 'base64url').toString('utf8');
  const match = /^(\d{1,9})\.(\d{1,15})(?:\.(\d{1,15}))?\.([A-Za-z0-9_-]{43})$/.exec(text);
  if (match === null) return undefined;
  const [, loginId = '', endsAtMs = '', chosenAtMs = '0', mac = ''] = match;
  if (Number(endsAtMs) <= nowMs) return undefined;
  return {
    loginId: Number(loginId),
    endsAtMs: Number(endsAtMs),
    chosenAtMs: Number(chosenAtMs),
    mac: Buffer.from(mac, 'base64url'),
  };
}

/** Whether we wrote it, for this purpose and to this address. */
export function isOurLink(secrets: Pick<Secrets, 'isHmacOf'>, link: ReadLink, bound: LinkBound): boolean {
  return secrets.isHmacOf(bound.purpose, signedOf(link, bound), link.mac);
}

/** Text of a link; one that takes back no choice is as links were before any did, and is good still. */
const textOf = ({ loginId, endsAtMs, chosenAtMs }: LinkFacts): string =>
  chosenAtMs === 0 ? `${loginId}.${endsAtMs}` : `${loginId}.${endsAtMs}.${chosenAtMs}`;

const signedOf = (facts: LinkFacts, { sentTo }: LinkBound): string =>
  sentTo === '' ? textOf(facts) : `${textOf(facts)}.${sentTo}`;
