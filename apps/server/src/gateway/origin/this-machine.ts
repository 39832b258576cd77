import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#platform/network/address.ts';

/** The headers that a proxy adds to what it passes on. */
const PASSED_ON = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

export interface MachineOptions {
  readonly publicUrl: string | null;
  readonly trustedProxies: number;
}

/**
 * Whether somebody at this machine asks, and nobody else by way of a proxy here or of a name that was made to
 * lead here. An installation that people open under a public address, or that was told of a proxy, has one
 * whose calls may look like those of this machine, whatever headers it passes on.
 */
export function isFromThisMachine(
  call: { readonly headers: IncomingHttpHeaders; readonly clientAddress: string },
  { publicUrl, trustedProxies }: MachineOptions,
): boolean {
  const { headers, clientAddress } = call;
  if (publicUrl !== null && !isLoopbackHost(new URL(publicUrl).host)) return false;
  if (trustedProxies > 0 || PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(clientAddress) && isLoopbackHost(headers.host ?? '');
}

/** Whether the name, with or without a port, can only lead to this machine. */
export function isLoopbackHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isLoopback(hostname.replace(/^\[|\]$/g, ''))
  );
}
