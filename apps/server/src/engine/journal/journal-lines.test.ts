import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '@tarazu/core';
import { leafOf } from './hash-chain.ts';
import { JournalLines } from './journal-lines.ts';
import { outcomeText } from './outcome-text.ts';

const refused: Outcome = { ok: false, refusal: { code: 'TICK', detail: { tickSize: '₹0.05' } } };
const text = { command: '{"type":"order.place"}', marketMakerDepth: '[]' };
const row = {
  sequence: 12,
  atMs: 1_790_000_000_000,
  accountId: 7,
  clientId: 'client-1',
  contentHash: 'abc',
  ...text,
  outcome: refused,
};

const textOf = (lines: JournalLines): string => Buffer.from(lines.bytes()).toString();

test('a line holds the row in the order in which the database splits it, and its leaf is the one that readers compute', () => {
  const lines = new JournalLines();
  const outcome = outcomeText(refused);
  const leaf = leafOf({ sequence: 12, atMs: row.atMs, ...text, outcome });
  assert.equal(lines.add(row), leaf);
  assert.deepEqual(textOf(lines).split('\t'), [
    ...['12', '1790000000000', '7', 'client-1', 'abc', leaf],
    ...[text.command, text.marketMakerDepth, outcome],
  ]);
});

test('rows of nobody have empty fields, and every row a line of its own', () => {
  const lines = new JournalLines();
  const nobody = { ...row, accountId: undefined, clientId: undefined, contentHash: undefined };
  lines.add(nobody);
  lines.add({ ...nobody, sequence: 13 });
  const [first, second, ...others] = textOf(lines).split('\n');
  assert.deepEqual(others, []);
  assert.match(first ?? '', /^12\t1790000000000\t\t\t\t[0-9a-f]{64}\t/);
  assert.match(second ?? '', /^13\t/);
});
