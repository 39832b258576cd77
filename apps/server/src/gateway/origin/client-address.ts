import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address of a caller whom a proxy of ours names in
 * no way that can be read: one stranger for all of them.
 */
const UNREADABLE = 'unreadable';

interface Called {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The address of the caller, counted from our side: each proxy of ours adds the address that called it at the
 * end of `X-Forwarded-For`. Addresses before those may be of the caller's own writing.
 * @param trustedProxies how many proxies of ours stand in front; without one the header is not looked at.
 */
export function clientAddressOf({ headers, socket }: Called, trustedProxies: number): string {
  const nearest = socket.remoteAddress ?? '';
  if (trustedProxies === 0) return nearest;
  const said = headers['x-forwarded-for'];
  if (said === undefined && headers.forwarded === undefined) return nearest;
  const hops = String(said ?? '')
    .split(',')
    .slice(-trustedProxies)
    .map(addressIn);
  return hops.find((hop) => isIP(hop) !== 0) ?? UNREADABLE;
}

/** Some proxies name the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(hop: string): string {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? text.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');
}
