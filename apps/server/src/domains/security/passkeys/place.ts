import { isIP } from 'node:net';

/** Where passkeys of this installation are made and used. */
export interface PasskeyPlace {
  /** Name of the host, which each passkey is bound to. */
  readonly host: string;
  /** Whether a page of this origin may ask for one. */
  takes(origin: string): boolean;
}

const LOCAL = 'localhost';

/**
 * The host that people open the app at. Browsers have no passkeys for a bare network address, nor on plain
 * http but on the machine itself: undefined there.
 */
export function passkeyPlaceOf(publicUrl: string | null): PasskeyPlace | undefined {
  if (publicUrl === null) return { host: LOCAL, takes: isLocalPage };
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (hostname === LOCAL) return { host: LOCAL, takes: isLocalPage };
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  if (isAddress || protocol !== 'https:') return undefined;
  return { host: hostname, takes: (asked) => asked === origin };
}

/** On the machine itself the port says nothing: the server of a test or of the app's sources has another. */
function isLocalPage(origin: string): boolean {
  return /^https?:\/\/localhost(:\d{1,5})?$/.test(origin);
}
