import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

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
  const hops = String(said ?? '')
    .split(',')
    .slice(-trustedProxies)
    .map((hop) => hop.trim());
  const address = hops.find((hop) => isIP(hop) !== 0);
  return address ?? nearest;
}
