import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { screenWords } from './screen-words.ts';

const DOCUMENT = [
  '| Never | Say | Only in |',
  '|---|---|---|',
  '| the house, house | market maker | |',
  '| in transaction | open | `trade.state_open` |',
  '| ঝুড়ি* | বাস্কেট | |',
].join('\n');
const found = (path: string, text: string): string[] =>
  check(screenWords, { 'docs/words.md': DOCUMENT, [path]: text });

test('a sentence of more than twelve words is refused, two short ones are not', () => {
  const long = Array.from({ length: 13 }, () => 'word').join(' ');
  const short = Array.from({ length: 12 }, () => 'word').join(' ');
  for (const path of [
    'apps/web/src/locales/en-US/trade.ts',
    'packages/protocol/src/messages/bn-BN/orders.ts',
    'apps/server/src/domains/orders/notices.ts',
  ]) {
    assert.equal(found(path, `export default {\n  a: '${long}',\n};`).length, 1, path);
    assert.deepEqual(found(path, `export default { a: '${short}. ${short}.' };`), [], path);
  }
  assert.deepEqual(found('apps/server/src/domains/orders/store.ts', `const a = '${long}';`), []);
});

test('a place in a sentence of the server is one word', () => {
  const words = Array.from({ length: 11 }, () => 'word').join(' ');
  const path = 'apps/server/src/domains/orders/notices.ts';
  assert.deepEqual(found(path, `const a = \`\${detail['symbol'] ?? 'none of it'} ${words}\`;`), []);
  assert.equal(found(path, `const a = \`\${detail['symbol']} \${detail['b']} ${words}\`;`).length, 1);
});

test('what the document never says is refused in both languages, but where the specification has it', () => {
  const path = 'apps/web/src/locales/en-US/trade.ts';
  assert.deepEqual(found(path, "export default { state_open: 'In transaction', other: 'In transaction' };"), [
    `${path}:1 "in transaction": say open (docs/words.md).`,
  ]);
  assert.deepEqual(found(path, "export default { a: 'With the House' };").length, 2);
  assert.deepEqual(found(path, "export default { a: 'Household' };"), []);
  assert.equal(found('apps/web/src/locales/bn-BN/basket.ts', "export default { a: 'ঝুড়িতে রাখুন' };").length, 1);
});
