import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mnemonicToSeedSync } from '@scure/bip39';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { addressAt, addressOfKey, checkAddress } from '#rails/chain/addresses.ts';
import { rootKeyOf } from '#rails/chain/root-key.ts';

/** Vectors of the standards: BIP 84 for Bitcoin, and the first addresses of the same words elsewhere. */
const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const root = rootKeyOf(mnemonicToSeedSync(WORDS));
const FIRST: Readonly<Record<NetworkId, readonly [path: string, address: string]>> = {
  bitcoin: ["m/84'/0'/0'", 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ethereum: ["m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  tron: ["m/44'/195'/0'", 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  xrp: ["m/44'/144'/0'", ''],
};

for (const id of NETWORK_IDS) {
  test(`${id}: addresses below an extended public key, and back`, () => {
    const [path, expected] = FIRST[id];
    const xpub = root.derive(path).publicExtendedKey;
    const { key, address } = addressAt(id, { xpub, place: [0, 0], kind: 'main' });
    if (expected !== '') assert.equal(address, expected);
    assert.equal(addressOfKey(id, key), address);
    assert.deepEqual(checkAddress(id, ` ${address} `, 'main'), { isGood: true, key, address });
    const other = addressAt(id, { xpub, place: [0, 1], kind: 'main' });
    assert.notEqual(other.address, address);
    assert.notEqual(addressAt(id, { xpub, place: [1, 0], kind: 'main' }).address, address);
  });
}

const GOOD: readonly (readonly [NetworkId, string])[] = [
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ethereum', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
];
for (const [id, address] of GOOD)
  test(`${id}: ${address} is one`, () => {
    const checked = checkAddress(id, address, 'main');
    assert.ok(checked.isGood);
    assert.equal(checked.address.toLowerCase(), address.toLowerCase());
  });

const BAD: readonly (readonly [NetworkId, string, 'form' | 'checksum' | 'kind'])[] = [
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  // A witness of version 1 with the checksum of version 0, and the other way round (BIP 350).
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  ['bitcoin', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'checksum'],
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
  ['bitcoin', 'bcrt1q0qr9ulgwv7hwp2xrhlkz0zs6eqxsm4kwnn757m', 'kind'],
  ['bitcoin', '', 'form'],
  ['bitcoin', 'x'.repeat(5_000), 'form'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'form'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'form'],
  ['ethereum', '0x০০eb6053F3E94C9b9A09f33669435E7Ef1BeAed00', 'form'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'checksum'],
  ['tron', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'form'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi', 'checksum'],
  ['xrp', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi', 'form'],
];
for (const [id, address, problem] of BAD)
  test(`${id}: ${address.slice(0, 70) || 'nothing'} is none (${problem})`, () => {
    assert.deepEqual(checkAddress(id, address, 'main'), { isGood: false, problem });
  });

test('an address of the sandbox is none where coins have a value, and the other way round', () => {
  const regtest = 'bcrt1q0qr9ulgwv7hwp2xrhlkz0zs6eqxsm4kwnn757m';
  assert.ok(checkAddress('bitcoin', regtest, 'sandbox').isGood);
  assert.deepEqual(checkAddress('bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'sandbox'), {
    isGood: false,
    problem: 'kind',
  });
});

test('contracts of the catalogue are the addresses that their issuers publish', () => {
  const tokenOf = (id: NetworkId, asset: string) =>
    addressOfKey(id, coinNetwork(id).coins.find((coin) => coin.asset === asset)?.token ?? '');
  assert.equal(tokenOf('ethereum', 'USDT'), '0xdAC17F958D2ee523a2206206994597C13D831ec7');
  assert.equal(tokenOf('ethereum', 'LINK'), '0x514910771AF9Ca656af840dff83E8264EcF986CA');
  assert.equal(tokenOf('ethereum', 'UNI'), '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984');
  assert.equal(tokenOf('ethereum', 'AAVE'), '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9');
  assert.equal(tokenOf('tron', 'USDT'), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
});
