import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glossaryFrom } from '../glossary.ts';
import { check } from '../samples.ts';
import { exactNumbers } from './exact-numbers.ts';
import { words, wordsOf } from './words.ts';

test('names that say money are not numbers in core, protocol and server', () => {
  for (const declaration of [
    'priceLimit: number',
    'feeRate?: number',
    'orderQuantity : number',
    'amountOf(a: string): number',
  ]) {
    const source = `type A = { ${declaration} };`;
    assert.equal(check(exactNumbers, { 'packages/core/src/a.ts': source }).length, 1, declaration);
    assert.deepEqual(check(exactNumbers, { 'apps/web/src/a.ts': source }), []);
    assert.deepEqual(check(exactNumbers, { 'apps/server/src/market/model/a.ts': source }), []);
  }
});

test('whole units and names that only sound like money are left alone', () => {
  const source =
    'type A = { priceTicks: number; feeRateBps: number; generateMs: number; price_scale: number; coffee: number; price: bigint };';
  assert.deepEqual(check(exactNumbers, { 'apps/server/src/a.ts': source }), []);
});

test('synonyms are refused in identifiers and file names, not in texts and pages', () => {
  const found = check(words, { 'apps/server/src/a.ts': "const rechargeList = '/recharge'; // recharge\n" });
  assert.deepEqual(found, [
    'apps/server/src/a.ts:1 "rechargeList": say deposit, not recharge (docs/glossary.md).',
  ]);
  assert.equal(check(words, { 'apps/server/src/domains/recharge.ts': '' }).length, 1);
  assert.deepEqual(check(words, { 'apps/web/src/pages/user/recharge.tsx': '' }), []);
  assert.deepEqual(check(words, { 'apps/server/src/a.ts': 'contracted(topicOf);' }), []);
});

test("the glossary's Not column adds words, except conditional ones, its own terms and homonyms", () => {
  const glossary = glossaryFrom(
    [
      '| Word | BuyingPower | Not |',
      '|---|---|---|',
      '| charge | fee or tax | commission, batch, lock |',
      '| fill | a match | trade (own) |',
      '| `batch` | | |',
    ].join('\n'),
  );
  assert.equal(glossary.words.get('commission'), 'charge');
  for (const word of ['batch', 'lock', 'trade', 'own']) assert.equal(glossary.words.has(word), false, word);
  assert.equal(glossary.words.get('contract'), 'perpetual');
});

test('a word that is marked so is refused in exported names alone, two words in a row in all', () => {
  const glossary = '| Word | Not |\n|---|---|\n| buying power | means (exported) |\n| cache | known ids |\n';
  const found = (source: string) => check(words, { 'apps/web/src/a.ts': source }, glossary);
  assert.deepEqual(found('const means = 1;'), []);
  assert.deepEqual(found('export function useMeans() {}'), [
    'apps/web/src/a.ts:1 "useMeans": say buying power, not mean (docs/glossary.md).',
  ]);
  assert.equal(found('export async function meansOf() {}').length, 1);
  assert.equal(found('const knownIds = 1;').length, 1);
});

test('an identifier falls into its words', () => {
  assert.deepEqual(wordsOf('priceLimitBps'), ['price', 'limit', 'bp']);
  assert.deepEqual(wordsOf('IPOLists_of2fees'), ['ipo', 'list', 'of', 'fee']);
  assert.deepEqual(wordsOf('address'), ['address']);
});
