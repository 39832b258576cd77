import type { IncomingMessage } from 'node:http';
import type { Hosts } from '#gateway/origin/hosts.ts';
import { isLoopback } from '#platform/network/address.ts';
import type { RefusalReply } from '#ports.ts';

type Asked = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>;

const HOST_LENGTH_SHOWN = 80;
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/** The fault of a request whatever it asks for; undefined for none. */
export function wrongWith(asked: Asked, hosts: Hosts): RefusalReply | undefined {
  const { headers } = asked;
  const twice = twoHosts(asked);
  if (twice) return twice;
  const stranger = [headers.host, hostInLine(asked.url)].find((host) => !hosts.answersTo(host));
  if (stranger !== undefined)
    return { key: 'UNKNOWN_HOST', detail: { host: stranger.slice(0, HOST_LENGTH_SHOWN) } };
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return encoding === 'identity' ? undefined : { key: 'UNSUPPORTED_BODY' };
}

/** One that stands in front may go by the first host, and what stands behind it by the last. */
export function twoHosts({ rawHeaders }: Pick<Asked, 'rawHeaders'>): RefusalReply | undefined {
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (named < 2) return undefined;
  return { key: 'INVALID_INPUT', detail: { problem: 'The header Host must be sent once.' } };
}

/**
 * A request line with a whole address names the host itself, and counts before the header (RFC 9112, 3.2.2).
 */
function hostInLine(url = ''): string | undefined {
  if (url.startsWith('/')) return undefined;
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** Whether a proxy on this machine hands the call on. Nobody else's word for a proxy is worth anything. */
export function isProxiedHere({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDING.some((name) => headers[name] !== undefined);
}
