import { isIPv4, isIPv6 } from 'node:net';

/** Callers who are limited together, and how many times as much as one caller they may do. */
export interface Network {
  /** Of IPv4 the address, of IPv6 a prefix such as `2001:db8:0:1::/64`. */
  readonly name: string;
  readonly share: number;
}

const GROUPS = 8;
/** A home or a phone has a whole /64 to itself; who rents more of them gets a /48. */
const CALLER_GROUPS = 4;
const PROVIDER_GROUPS = 3;
const PROVIDER_SHARE = 10;

/** The networks by which an address is limited, the nearest first. */
export function networksOf(address: string): readonly Network[] {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined || !isIPv6(address)) return [{ name: ipv4 ?? address, share: 1 }];
  const groups = groupsOf(address);
  return [
    { name: prefixOf(groups, CALLER_GROUPS), share: 1 },
    { name: prefixOf(groups, PROVIDER_GROUPS), share: PROVIDER_SHARE },
  ];
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (ipv4Of(address)?.startsWith('127.') ?? false);
}

/** An IPv4 address, also as an IPv6 socket names it. */
function ipv4Of(address: string): string | undefined {
  const last = address.toLowerCase().startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return isIPv4(last) ? last : undefined;
}

function prefixOf(groups: readonly number[], length: number): string {
  const named = groups.slice(0, length).map((group) => group.toString(16));
  return `${named.join(':')}::/${length * 16}`;
}

/** The eight numbers of an address, whatever it leaves out. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  const [before = '', after] = bare.split('::');
  const left = numbersIn(before);
  const right = numbersIn(after ?? '');
  return [...left, ...new Array<number>(Math.max(0, GROUPS - left.length - right.length)).fill(0), ...right];
}

function numbersIn(text: string): number[] {
  return text
    .split(':')
    .filter((part) => part !== '')
    .flatMap((part) => (part.includes('.') ? pairOf(part) : [Number.parseInt(part, 16)]));
}

/** An IPv4 address at the end stands for two groups. */
function pairOf(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

const LOCAL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::', '127.0.0.1', '::1']);

/**
 * The host by which people on this machine open what listens at an address. "All of this machine's" is no
 * address to open, and browsers have passkeys at the name `localhost` alone, not at its number.
 */
export function hostInUrl(host: string): string {
  if (LOCAL_ADDRESSES.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
