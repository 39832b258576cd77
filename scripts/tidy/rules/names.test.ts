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
});

test("the glossary's Not column adds words, except conditional ones, its own terms and homonyms", () => {
  const glossary = glossaryFrom(
    [
      '| Word | Means | Not |',
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
    'apps/web/src/a.ts:1 "useMeans": say buying power, not means (docs/glossary.md).',
  ]);
  assert.equal(found('export async function meansOf() {}').length, 1);
  assert.equal(found('export const mean = 1;').length, 0, 'the average');
  assert.equal(found('const knownIds = 1;').length, 1);
});

test('a refused word is refused in its plural, its past and with -ing, unless that is a term', () => {
  const glossary = [
    '| Word | Not |',
    '|---|---|',
    '| hold | freeze, plan (exported), set free, rely, batch |',
    '| planning | |',
  ].join('\n');
  const found = (source: string) => check(words, { 'apps/web/src/a.ts': source }, glossary).length;
  for (const name of [
    'batches',
    'batched',
    'batching',
    'relies',
    'relied',
    'relying',
    'recharging',
    'settingFree',
  ])
    assert.equal(found(`const ${name} = 1;`), 1, name);
  assert.equal(found('export const planned = 1;'), 1);
  for (const source of ['const planned = 1;', 'export const planning = 1;', 'export const planet = 1;'])
    assert.equal(found(source), 0, source);
});

test('exported names are those that others see: of lists, and of members of types and classes', () => {
  const glossary = '| Word | Not |\n|---|---|\n| publish | told (exported), tell (exported) |\n';
  const lines = (source: string) =>
    check(words, { 'apps/web/src/a.ts': source }, glossary).map((one) => one.split(' ')[0]?.split(':')[1]);
  for (const source of [
    'const told = 1;\nexport { told };',
    "\nexport { published as told } from './b.ts';",
    "\nexport * as told from './b.ts';",
    'export interface A {\n  readonly told: string;\n}',
    'export type A = B & {\n  told?: string }; ',
    "export type A =\n | { readonly name: 'x'; readonly told: number };",
    'export type A = { readonly b: {\n readonly told: 1 } };',
    'export interface A<B extends object> extends C<B> {\n tell(x: string): void;\n}',
    'export class A {\n  tell(value: string): void {}\n}',
    'export class A extends B<\nC> { tell(): void {} }',
    'export class A {\n  async *tell<Value>(value: Value) {}\n}',
    'export class A {\n  readonly told = new Map<string, string>();\n}',
    'export class A { b(): void { if (x) { y(); } }\n  get told(): number { return 1; } }',
  ])
    assert.deepEqual(lines(source), ['2'], source);
  for (const source of [
    'interface A { readonly told: string }',
    'export { told as published };',
    "import { told } from './b.ts';",
    'export type A = (told: string) => void;',
    'export interface A { publish(told: string): void }',
    'export interface A { publish(options: { told: string }): void }',
    'export class A { #told = 1; #tell() {} publish() { const told = 1; tell(); return { told: 1 }; } }',
    "export type A = 'told' | B;\nconst told = { told: 1 };",
  ])
    assert.deepEqual(lines(source), [], source);
});

test('a name that is on the wire keeps it', () => {
  const source = 'export interface DisclosedPart { readonly told?: string }';
  const glossary = '| Word | Not |\n|---|---|\n| publish | told (exported) |\n';
  assert.deepEqual(check(words, { 'packages/core/src/proof/row-parts.ts': source }, glossary), []);
});

test('an identifier falls into its words', () => {
  assert.deepEqual(wordsOf('priceLimitBps'), ['price', 'limit', 'bp']);
  assert.deepEqual(wordsOf('IPOLists_of2fees'), ['ipo', 'list', 'of', 'fee']);
  assert.deepEqual(wordsOf('address'), ['address']);
});
