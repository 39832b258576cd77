import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Bits that a network must at least name: a key for half the world would have no bound. */
const BITS_MIN = { ipv4: 16, ipv6: 32 } as const;
const BITS_MAX = { ipv4: 32, ipv6: 128 } as const;

/** IPv4 as IPv6 names it: a network that reaches into it lets in IPv4 callers. */
const MAPPED = { first: '::ffff:0:0', bits: 96 } as const;

type Family = keyof typeof BITS_MIN;

/** Networks from which a key may be used, read from text such as `203.0.113.7` or `2001:db8::/48`. */
export class AllowedAddresses {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  private constructor(networks: readonly Network[]) {
    this.#isEmpty = networks.length === 0;
    for (const { address, bits, family } of networks) this.#list.addSubnet(address, bits, family);
  }

  /** Undefined where one of them is no address, or a network too wide. */
  static read(texts: readonly string[]): AllowedAddresses | undefined {
    const networks = texts.map(networkIn);
    return networks.every((network) => network !== undefined) ? new AllowedAddresses(networks) : undefined;
  }

  /** Everybody where no address is named. */
  has(address: string): boolean {
    if (this.#isEmpty) return true;
    const family = familyOf(address);
    return family !== undefined && this.#list.check(address, family);
  }
}

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}

function networkIn(text: string): Network | undefined {
  const [address = '', bitsText, ...rest] = text.split('/');
  const family = familyOf(address);
  if (family === undefined || rest.length > 0) return undefined;
  if (bitsText === undefined) return { address, bits: BITS_MAX[family], family };
  if (!/^\d{1,3}$/.test(bitsText)) return undefined;
  const bits = Number(bitsText);
  if (bits < bitsMin({ address, bits, family }) || bits > BITS_MAX[family]) return undefined;
  return { address, bits, family };
}

/** Of a network in IPv6 that names IPv4, as many as of IPv4. */
function bitsMin({ address, bits, family }: Network): number {
  const { first, bits: mappedBits } = MAPPED;
  const least = BITS_MIN[family];
  if (family === 'ipv4' || bits < least || bits > BITS_MAX.ipv6) return least;
  const isMapped = isWithin(address, { address: first, bits: mappedBits, family });
  const reaches = isMapped || isWithin(first, { address, bits, family });
  return reaches ? mappedBits + BITS_MIN.ipv4 : least;
}

function isWithin(address: string, { address: net, bits, family }: Network): boolean {
  const list = new BlockList();
  list.addSubnet(net, bits, family);
  return list.check(address, family);
}

function familyOf(address: string): Family | undefined {
  if (isIPv4(address)) return 'ipv4';
  // A zone such as %eth0 is of one machine, and no part of an address that others have.
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
}
