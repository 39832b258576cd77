import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp, createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Address, NETWORK, OutScript, p2wpkh } from '@scure/btc-signer';
import { addr } from 'micro-eth-signer';
import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import type { AddressKey } from '#rails/chain/port.ts';

/** Addresses as people see them, and as chains compare them. Heavy: loaded when it is first needed. */

/** A chain that coins of value live on, or one of the sandbox, whose addresses differ where they can. */
export type ChainKind = 'main' | 'sandbox';

/** A place below a network's extended key: 0 for addresses of customers, 1 for our own. */
export type KeyPlace = readonly [branch: 0 | 1, index: number];

export type AddressCheck =
  | { readonly isGood: true; readonly key: AddressKey; readonly address: string }
  /** `form`: no address of this network; `checksum`: it was mistyped; `kind`: one of another chain. */
  | { readonly isGood: false; readonly problem: 'form' | 'checksum' | 'kind' };

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
const KEY_BYTES = 20;
const CHECKSUM_BYTES = 4;

export const bitcoinNetworkOf = (kind: ChainKind) => (kind === 'main' ? NETWORK : REGTEST);

/** Address of a place below an account's extended public key. */
export function addressAt(
  network: NetworkId,
  { xpub, place, kind }: { readonly xpub: string; readonly place: KeyPlace; readonly kind: ChainKind },
): { readonly key: AddressKey; readonly address: string } {
  const [branch, index] = place;
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(branch).deriveChild(index);
  if (!publicKey) throw new Error('Invariant: an extended public key has public keys');
  if (network === 'bitcoin') {
    const { address } = p2wpkh(publicKey, bitcoinNetworkOf(kind));
    if (address === undefined) throw new Error('Invariant: a key has an address');
    return { key: address, address };
  }
  const key = addr.fromPublicKey(publicKey).slice(2).toLowerCase();
  return { key, address: addressOfKey(network, key) };
}

/** The address that people see. */
export function addressOfKey(network: NetworkId, key: AddressKey): string {
  if (network === 'bitcoin') return key;
  if (network === 'ethereum') return addr.addChecksum(`0x${key}`);
  const bytes = hex.decode(key);
  if (network === 'tron') return base58check.encode(Uint8Array.of(TRON_PREFIX, ...bytes));
  const body = Uint8Array.of(0, ...bytes);
  return base58xrp.encode(Uint8Array.of(...body, ...checksumOf(body)));
}

/** Locking script of an address of Bitcoin, in hex. */
export function scriptOf(address: AddressKey, kind: ChainKind): string {
  return hex.encode(OutScript.encode(Address(bitcoinNetworkOf(kind)).decode(address)));
}

/** Whether a text is an address of a network, with the checksum that its form has. */
export function checkAddress(network: NetworkId, text: string, kind: ChainKind): AddressCheck {
  const trimmed = text.trim();
  const key = CHECKS[network](trimmed, kind);
  if (typeof key !== 'string') return { isGood: false, ...key };
  return { isGood: true, key, address: addressOfKey(network, key) };
}

type Problem = { readonly problem: 'form' | 'checksum' | 'kind' };

const CHECKS: Readonly<Record<NetworkId, (text: string, kind: ChainKind) => AddressKey | Problem>> = {
  bitcoin: bitcoinKey,
  ethereum: ethereumKey,
  tron: tronKey,
  xrp: xrpKey,
};

/** Bech32 and Bech32m in one case, or Base58Check; written in lower case where case says nothing. */
function bitcoinKey(text: string, kind: ChainKind): AddressKey | Problem {
  const other = kind === 'main' ? 'sandbox' : 'main';
  for (const tried of [kind, other] as const) {
    const network = bitcoinNetworkOf(tried);
    try {
      const script = OutScript.encode(Address(network).decode(text));
      if (tried !== kind) return { problem: 'kind' };
      return Address(network).encode(OutScript.decode(script));
    } catch {
      // Not one of this chain; the next says whether it is one of the other.
    }
  }
  const isBech32 = /^(?:bc|bcrt|tb)1[ac-hj-np-z02-9]{11,71}$/i.test(text);
  return { problem: isBech32 || /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ? 'checksum' : 'form' };
}

/** Capitals are a checksum (EIP-55); an address in one case has none. */
function ethereumKey(text: string): AddressKey | Problem {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { problem: 'form' };
  const digits = text.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && addr.addChecksum(text.toLowerCase()) !== text) return { problem: 'checksum' };
  return digits.toLowerCase();
}

function tronKey(text: string): AddressKey | Problem {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { problem: 'form' };
  try {
    const bytes = base58check.decode(text);
    if (bytes.length !== KEY_BYTES + 1 || bytes[0] !== TRON_PREFIX) return { problem: 'kind' };
    return hex.encode(bytes.subarray(1));
  } catch {
    return { problem: 'checksum' };
  }
}

function xrpKey(text: string): AddressKey | Problem {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return { problem: 'form' };
  const bytes = base58xrp.decode(text);
  if (bytes.length !== 1 + KEY_BYTES + CHECKSUM_BYTES || bytes[0] !== 0) return { problem: 'checksum' };
  const body = bytes.subarray(0, 1 + KEY_BYTES);
  const isRight = hex.encode(checksumOf(body)) === hex.encode(bytes.subarray(1 + KEY_BYTES));
  return isRight ? hex.encode(body.subarray(1)) : { problem: 'checksum' };
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, CHECKSUM_BYTES);
}
