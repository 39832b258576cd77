import type { IncomingMessage } from 'node:http';
import type { Hosts } from '#gateway/origin/hosts.ts';
import { isLoopback } from '#platform/network/address.ts';
import type { RefusalReply } from '#ports.ts';

type Asked = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

const HOST_LENGTH_SHOWN = 80;
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/** The fault of a request whatever it asks for; undefined for none. */
export function wrongWith({ headers, rawHeaders }: Asked, hosts: Hosts): RefusalReply | undefined {
  // One that stands in front may go by the first, and what stands behind it by the last.
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (named > 1) return { key: 'INVALID_INPUT', detail: { problem: 'The header Host must be sent once.' } };
  const { host = '' } = headers;
  if (!hosts.answersTo(headers.host))
    return { key: 'UNKNOWN_HOST', detail: { host: host.slice(0, HOST_LENGTH_SHOWN) } };
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return encoding === 'identity' ? undefined : { key: 'UNSUPPORTED_BODY' };
}

/** Whether a proxy on this machine hands the call on. Nobody else's word for a proxy is worth anything. */
export function isProxiedHere({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDING.some((name) => headers[name] !== undefined);
}
