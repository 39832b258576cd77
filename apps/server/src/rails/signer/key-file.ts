import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';
import type { ChainKind, KeyPlace } from '#rails/chain/addresses.ts';
import { rootKeyOf } from '#rails/chain/root-key.ts';
import type { PublicKeys } from '#rails/signer/messages.ts';

const ENTROPY_BYTES = 32;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 } as const;
const NAME = 'tarazu signer';
/** Numbers of coins (SLIP 44); those of test chains share one. */
const COIN: Readonly<Record<NetworkId, number>> = { bitcoin: 0, ethereum: 60, tron: 195, xrp: 144 };
const TEST_COIN = 1;
const NATIVE_SEGWIT = 84;
const LEGACY = 44;

/** Private keys of all chains, from one secret of 256 bits: 24 words on paper (BIP 39). */
export class SignerKeys {
  readonly kind: ChainKind;
  readonly #words: string;
  readonly #accounts: ReadonlyMap<NetworkId, HDKey>;

  constructor(entropy: Uint8Array, kind: ChainKind) {
    this.kind = kind;
    this.#words = entropyToMnemonic(entropy, wordlist);
    const root = rootKeyOf(mnemonicToSeedSync(this.#words));
    this.#accounts = new Map(NETWORK_IDS.map((id) => [id, root.derive(pathOf(id, kind))] as const));
  }

  /** For the paper in the safe; nobody else asks for them. */
  words(): string {
    return this.#words;
  }

  publicKeys(): PublicKeys {
    const xpubs = NETWORK_IDS.map((id) => [id, this.#account(id).publicExtendedKey] as const);
    return {
      kind: this.kind,
      xpubs: { bitcoin: '', ethereum: '', tron: '', xrp: '', ...Object.fromEntries(xpubs) },
    };
  }

  privateKey(id: NetworkId, [branch, index]: KeyPlace): Uint8Array {
    const { privateKey } = this.#account(id).deriveChild(branch).deriveChild(index);
    if (!privateKey) throw new Error('Invariant: the signer has private keys');
    return privateKey;
  }

  xpub(id: NetworkId): string {
    return this.#account(id).publicExtendedKey;
  }

  #account(id: NetworkId): HDKey {
    const account = this.#accounts.get(id);
    if (!account) throw new Error(`Invariant: the signer has keys of ${id}`);
    return account;
  }
}

function pathOf(id: NetworkId, kind: ChainKind): string {
  const purpose = id === 'bitcoin' ? NATIVE_SEGWIT : LEGACY;
  return `m/${purpose}'/${kind === 'main' ? COIN[id] : id === 'bitcoin' ? TEST_COIN : COIN[id]}'/0'`;
}

interface KeyFolder {
  readonly folder: string;
  readonly kind: ChainKind;
  readonly passphraseFile?: string | undefined;
}

/**
 * Opens the sealed file of a folder, or makes it at the first start. Its seal is a passphrase of the
 * operator, or on a default installation a key that lies beside it.
 * @throws StartupError when it does not open.
 */
export function openSignerKeys({ folder, kind, passphraseFile }: KeyFolder): SignerKeys {
  const passphrase = openedSeal(folder, passphraseFile);
  const path = sealedIn(folder);
  if (!existsSync(path)) return sealed(path, randomBytes(ENTROPY_BYTES), { passphrase, kind });
  const file = readFileSync(path);
  const salt = file.subarray(0, SALT_BYTES);
  try {
    return new SignerKeys(unsealBytes(sealKey(passphrase, salt), file.subarray(SALT_BYTES), NAME), kind);
  } catch (cause) {
    throw new StartupError(
      `${path} does not open: ${passphraseFile ?? 'its seal'} is not that of these keys, or the file is damaged. ` +
        'Name the passphrase that they were sealed with, or restore the keys from their words into an empty folder.',
      { cause },
    );
  }
}

/**
 * Makes the sealed file anew from the 24 words on paper, for a signer whose folder is gone.
 * @throws StartupError when the folder has keys, or the words are none of a signer's.
 */
export function restoreSignerKeys({ words, ...of }: KeyFolder & { readonly words: string }): SignerKeys {
  const path = sealedIn(of.folder);
  if (existsSync(path))
    throw new StartupError(`${path} holds keys already. Name an empty folder, such as --dir ${of.folder}-2.`);
  const entropy = entropyOf(words);
  return sealed(path, entropy, { passphrase: openedSeal(of.folder, of.passphraseFile), kind: of.kind });
}

/** The fault in the words is not named: it could give some of them away. */
function entropyOf(words: string): Uint8Array {
  try {
    const entropy = mnemonicToEntropy(words.trim().toLowerCase().split(/\s+/).join(' '), wordlist);
    if (entropy.length === ENTROPY_BYTES) return entropy;
  } catch {
    // A word that is on no list, or a last word that does not fit the others.
  }
  throw new StartupError(
    'These are not the 24 words of a signer: one is missing, misspelt or in the wrong place. Compare them with the paper.',
  );
}

function sealedIn(folder: string): string {
  return join(folder, 'keys.sealed');
}

function sealed(
  path: string,
  entropy: Uint8Array,
  { passphrase, kind }: { readonly passphrase: string; readonly kind: ChainKind },
): SignerKeys {
  const salt = randomBytes(SALT_BYTES);
  const bytes = Buffer.concat([salt, sealBytes(sealKey(passphrase, salt), entropy, NAME)]);
  writeFileSync(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
  return new SignerKeys(entropy, kind);
}

/** Read before the folder is made: a path that was misspelt leaves nothing behind. */
function openedSeal(folder: string, passphraseFile: string | undefined): string {
  const passphrase =
    passphraseFile === undefined
      ? undefined
      : secretLine(passphraseFile, { what: 'the passphrase', charactersMin: PASSPHRASE_MIN });
  makeFolder(folder, 0o700);
  return passphrase ?? ownSeal(folder);
}

function sealKey(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase, salt, KEY_BYTES, COST);
}

function ownSeal(folder: string): string {
  const path = join(folder, 'seal.key');
  if (!existsSync(path)) {
    // A new seal would not open old keys: whoever lost it has to bring it back.
    if (existsSync(sealedIn(folder))) throw new StartupError(`The seal ${path} of the keys is missing.`);
    const made = randomBytes(KEY_BYTES).toString('base64');
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  return secretLine(path, { what: 'the seal', charactersMin: PASSPHRASE_MIN });
}

const OTHERS = 0o077;
const PASSPHRASE_MIN = 12;

/**
 * A secret in a file of the operator's.
 * @throws StartupError when it is not there, too short, or others may read it.
 */
export function secretLine(
  path: string,
  of: { readonly what: string; readonly charactersMin: number },
): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new StartupError(
      `${path} can not be read, and must hold ${of.what}: is it there, and may this user read it?`,
      { cause },
    );
  }
  if ((statSync(path).mode & OTHERS) !== 0)
    throw new StartupError(`Other users may read ${path}. Say: chmod 600 ${path}`);
  if (text.length < of.charactersMin)
    throw new StartupError(`${path} must hold ${of.what}, of at least ${of.charactersMin} characters.`);
  return text;
}
