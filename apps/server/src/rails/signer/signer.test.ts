import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hex } from '@scure/base';
import { Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { assetId, HOUR_MS } from '@tarazu/core/values';
import { Transaction } from 'micro-eth-signer';
import { createSettableClock } from '#platform/time/clock.ts';
import { addressAt } from '#rails/chain/addresses.ts';
import { RailUnavailable } from '#rails/ports.ts';
import { openSignerKeys, restoreSignerKeys } from '#rails/signer/key-file.ts';
import type { BitcoinPlan, EthereumPlan } from '#rails/signer/messages.ts';
import { openTestSigner } from '#rails/signer/test-signer.ts';

const clock = createSettableClock(Date.parse('2026-11-23T12:00:00+05:30'));
const signer = await openTestSigner(() => clock.nowMs());
const { client } = signer;
const { xpubs } = await client.publicKeys();
const STRANGER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const GWEI = 1_000_000_000n;
const ETHER = 10n ** 18n;

function ethereum(change: Partial<EthereumPlan> = {}): EthereumPlan {
  return {
    dialect: 'ethereum',
    network: 'ethereum',
    from: [1, 0],
    to: { kind: 'address', address: STRANGER },
    asset: assetId('ETH'),
    units: String(ETHER),
    nonce: 0,
    gasLimit: '21000',
    unitPrice: String(GWEI * 5n),
    tip: '0',
    ...change,
  };
}

const OWN = addressAt('bitcoin', { xpub: xpubs.bitcoin, place: [0, 3], kind: 'sandbox' });
function bitcoin(change: Partial<BitcoinPlan> = {}): BitcoinPlan {
  return {
    dialect: 'bitcoin',
    network: 'bitcoin',
    inputs: [{ txid: 'aa'.repeat(32), index: 1, units: '100000', place: [0, 3] }],
    outputs: [
      { to: { kind: 'address', address: OWN.address }, units: '60000' },
      { to: { kind: 'own', place: [1, 0] }, units: '38000' },
    ],
    ...change,
  };
}

async function ask(plan: EthereumPlan | BitcoinPlan, requestId: string = randomUUID()) {
  const answer = await client.sign({ requestId, plan });
  return answer.isSigned ? answer : answer.reason;
}

test('a payment is signed by the key of its place, on the chain of this installation', async () => {
  const answer = await ask(ethereum());
  assert.ok(typeof answer !== 'string');
  const signed = Transaction.fromHex(answer.signed);
  const { address } = addressAt('ethereum', { xpub: xpubs.ethereum, place: [1, 0], kind: 'sandbox' });
  assert.equal(signed.sender, address);
  assert.equal(signed.hash, answer.id);
  assert.deepEqual(
    [signed.raw.to, signed.raw.value, Object(signed.raw).chainId],
    [STRANGER, ETHER, 7_770_001n],
  );
});

test('a token, a tag and Bitcoin are signed with what was asked for, and nothing else', async () => {
  const token = await ask(
    ethereum({ asset: assetId('USDT'), units: '2500000', gasLimit: '90000', nonce: 1 }),
  );
  assert.ok(typeof token !== 'string');
  const { data } = Object(Transaction.fromHex(token.signed).raw);
  assert.match(data, /^0xa9059cbb0{24}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0{58}2625a0$/);
  const tagged = await ask({
    ...ethereum({
      network: 'xrp',
      asset: assetId('XRP'),
      units: '5000000',
      unitPrice: '2',
      gasLimit: '22000',
      tag: 42,
    }),
    to: { kind: 'address', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
  });
  assert.ok(typeof tagged !== 'string');
  assert.equal(Object(Transaction.fromHex(tagged.signed).raw).data, '0x0000002a');
  const coins = await ask(bitcoin());
  assert.ok(typeof coins !== 'string');
  const made = BitcoinTransaction.fromRaw(hex.decode(coins.signed));
  assert.deepEqual(
    [made.getOutput(0).amount, made.getOutput(1).amount, made.id],
    [60_000n, 38_000n, coins.id],
  );
});

test('the same request gives the same transaction and counts once; another plan under its id is refused', async () => {
  const plan = ethereum({ units: String(10n * ETHER), nonce: 7 });
  const first = await ask(plan, 'same-request');
  for (let time = 0; time < 20; time += 1) assert.deepEqual(await ask(plan, 'same-request'), first);
  assert.equal(await ask({ ...plan, units: '1' }, 'same-request'), 'contradiction');
  await signer.restart();
  assert.deepEqual(await ask(plan, 'same-request'), first, 'also after a restart');
});

test("limits of a payment, an hour and a day are the signer's own", async () => {
  clock.advance(48 * HOUR_MS);
  assert.equal(await ask(ethereum({ units: String(31n * ETHER) })), 'limitPayment');
  for (let time = 0; time < 3; time += 1)
    assert.ok(typeof (await ask(ethereum({ units: String(29n * ETHER) }))) !== 'string');
  assert.equal(await ask(ethereum({ units: String(29n * ETHER) })), 'limitHour');
  await signer.restart();
  assert.equal(await ask(ethereum({ units: String(29n * ETHER) })), 'limitHour', 'a restart forgets nothing');
  for (let hour = 0; hour < 2; hour += 1) {
    clock.advance(HOUR_MS + 1);
    for (let time = 0; time < 3; time += 1)
      assert.ok(typeof (await ask(ethereum({ units: String(29n * ETHER) }))) !== 'string');
  }
  clock.advance(HOUR_MS + 1);
  const left = await ask(ethereum({ units: String(29n * ETHER) }));
  assert.ok(typeof left !== 'string');
  assert.equal(await ask(ethereum({ units: String(11n * ETHER) })), 'limitDay');
  assert.equal(await ask({ ...ethereum(), network: 'tron', asset: assetId('DOGE') }), 'network');
});

test('money to our own addresses passes the limits, its fee does not; the cold part is the address of the file', async () => {
  clock.advance(48 * HOUR_MS);
  const own = { kind: 'own' as const, place: [1, 0] as [1, number] };
  assert.ok(typeof (await ask(ethereum({ to: own, units: String(5_000n * ETHER) }))) !== 'string');
  assert.equal(await ask(ethereum({ to: { kind: 'cold' } })), 'noCold');
  const path = join(signer.folder, 'limits.json');
  const limits = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...limits, cold: { ethereum: STRANGER } }), { mode: 0o600 });
  await signer.restart();
  const cold = await ask(ethereum({ to: { kind: 'cold' }, units: String(5_000n * ETHER) }));
  assert.ok(typeof cold !== 'string');
  assert.equal(Object(Transaction.fromHex(cold.signed).raw).to, STRANGER);
});

test('fees beyond the limit, addresses of other chains and what is no plan are refused', async () => {
  assert.equal(await ask(ethereum({ unitPrice: String(GWEI * 10_000n) })), 'fee');
  assert.equal(
    await ask(bitcoin({ outputs: [{ to: { kind: 'address', address: OWN.address }, units: '100001' }] })),
    'fee',
  );
  const inputs = [{ txid: 'aa'.repeat(32), index: 0, units: '900000', place: [0, 3] as [0, number] }];
  assert.equal(await ask(bitcoin({ inputs })), 'fee');
  const foreign = {
    to: { kind: 'address', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    units: '99000',
  } as const;
  assert.equal(await ask(bitcoin({ outputs: [foreign] })), 'address');
  assert.equal(await ask(ethereum({ to: { kind: 'address', address: '0x00' } })), 'address');
  assert.equal(await ask({ ...ethereum(), network: 'bitcoin' }), 'network');
  assert.equal(await ask(ethereum({ tag: 5 })), 'network');
  for (const units of ['-1', '1.5', '1e3', '', '0x10'])
    await assert.rejects(client.sign({ requestId: 'nonsense', plan: ethereum({ units }) }), RailUnavailable);
});

test('nobody without its key is answered, and a key is never told', async () => {
  const told = JSON.stringify(await client.publicKeys());
  assert.ok(!told.includes('prv') && told.includes('xpub'));
  const stranger = signer.clientWith('other');
  await assert.rejects(stranger.publicKeys(), RailUnavailable);
  await assert.rejects(stranger.sign({ requestId: 'stranger', plan: ethereum() }), RailUnavailable);
});

test('its file is sealed, is for its user alone, and opens with its own seal and no other', () => {
  const { folder } = signer;
  for (const name of ['keys.sealed', 'seal.key', 'limits.json'])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  const words = openSignerKeys({ folder, kind: 'sandbox' }).words().split(' ');
  assert.equal(words.length, 24);
  const seal = readFileSync(join(folder, 'seal.key'));
  writeFileSync(join(folder, 'seal.key'), 'another seal of the file');
  assert.throws(
    () => openSignerKeys({ folder, kind: 'sandbox' }),
    /^StartupError: \S+ does not open: its seal /,
  );
  rmSync(join(folder, 'seal.key'));
  assert.throws(() => openSignerKeys({ folder, kind: 'sandbox' }), /is missing/);
  writeFileSync(join(folder, 'seal.key'), seal, { mode: 0o600 });
  chmodSync(join(folder, 'seal.key'), 0o644);
  assert.throws(() => openSignerKeys({ folder, kind: 'sandbox' }), /Other users may read/);
  chmodSync(join(folder, 'seal.key'), 0o600);
  assert.equal(openSignerKeys({ folder, kind: 'sandbox' }).words(), words.join(' '));
});

test('the 24 words on paper make the same keys in an empty folder, and nothing else does (operator 3)', () => {
  const { folder } = signer;
  const [passphraseFile, spare] = [join(folder, 'passphrase'), join(folder, 'spare')];
  writeFileSync(passphraseFile, 'horse battery staple\n', { mode: 0o600 });
  const hot = openSignerKeys({ folder, kind: 'sandbox' });
  const typed = hot.words().toUpperCase().replaceAll(' ', '\n');
  const place = { folder: spare, passphraseFile, kind: 'sandbox' } as const;
  const wrong = [typed.slice(typed.indexOf('\n')), `${typed} abandon`, 'one two three', ''];
  for (const words of wrong)
    assert.throws(() => restoreSignerKeys({ ...place, words }), /^StartupError: These are not the 24 words/);
  const absent = { ...place, passphraseFile: join(folder, 'absent') };
  assert.throws(
    () => restoreSignerKeys({ ...absent, words: typed }),
    /absent can not be read, and must hold/,
  );
  assert.ok(!existsSync(spare), 'what was refused left nothing behind');
  assert.deepEqual(restoreSignerKeys({ ...place, words: typed }).publicKeys(), hot.publicKeys());
  assert.equal(openSignerKeys(place).words(), hot.words());
  assert.throws(() => restoreSignerKeys({ ...place, words: typed }), /^StartupError: \S+ holds keys already/);
});
