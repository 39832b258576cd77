import assert from 'node:assert/strict';
import { test } from 'node:test';

const kept = {
  sequence: 7,
  leafHash: 'ab'.repeat(32),
  environment: 'demo',
  atMs: 1_795_000_000_000,
  state: 'proved',
  headNumber: 3,
} as const;
const head = {
  number: 3,
  sequence: 9,
  root: 'cd'.repeat(32),
  atMs: 1_795_000_000_000,
  previousHash: '00'.repeat(32),
  hash: 'ef'.repeat(32),
  publicKey: '11'.repeat(32),
  signature: '22'.repeat(64),
};

/** The receipts of an earlier visit, which the slices read as they are made. */
const stored = new Map<string, string>([
  ['tarazu.receipts', JSON.stringify({ state: { value: [kept, { sequence: 'seven' }, 5] }, version: 1 })],
  ['tarazu.journalHead', JSON.stringify({ state: { value: head }, version: 1 })],
  ['tarazu.journalAlarm', JSON.stringify({ state: { value: 'rewritten' }, version: 1 })],
]);
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
const { alarmSlice, storeReceipt, knownHeadSlice, receiptsSlice } = await import('./receipts.ts');

test('receipts, head and alarm are there again at the next visit; what does not fit is dropped', () => {
  assert.deepEqual(receiptsSlice.get(), [kept]);
  assert.deepEqual(knownHeadSlice.get(), head);
  assert.equal(alarmSlice.get(), 'rewritten');
});

const fields = { clientId: 'order-000001', quantity: '2' };
const of = (atMs: number, call = 'stockCancel') => ({ environment: 'demo', atMs, call, fields }) as const;

test('an order is kept as it was sent, with its receipt; what is no order is not (trial 16)', () => {
  storeReceipt({ receipt: { sequence: 50, leafHash: 'ab'.repeat(32) } }, of(1, 'stockBuy'));
  storeReceipt({ receipt: { sequence: 51, leafHash: 'ab'.repeat(32) } }, of(1));
  const [cancel, order] = receiptsSlice.get();
  assert.deepEqual([order?.sent, cancel?.sent], [{ call: 'stockBuy', fields }, undefined]);
  receiptsSlice.set([kept]);
});

test('a reply’s receipt is kept once, newest first, a hundred at most', () => {
  storeReceipt({ order: {} }, of(1));
  storeReceipt(undefined, of(1));
  assert.equal(receiptsSlice.get().length, 1, 'no receipt, nothing kept');
  for (let sequence = 100; sequence < 220; sequence += 1)
    storeReceipt({ receipt: { sequence, leafHash: 'ab'.repeat(32) } }, of(sequence));
  storeReceipt({ receipt: { sequence: 219, leafHash: 'cd'.repeat(32) } }, of(219));
  const list = receiptsSlice.get();
  assert.deepEqual([list.length, list[0]?.sequence, list[0]?.leafHash], [100, 219, 'ab'.repeat(32)]);
  assert.equal(list[0]?.state, 'waiting');
});
