import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell, csvOf } from './csv.ts';

test('no cell of an export is a formula, and quotes and commas stay text', () => {
  assert.equal(csvCell('=1+1'), "'=1+1");
  assert.equal(csvCell('@sum'), "'@sum");
  assert.equal(csvCell('+911'), "'+911");
  assert.equal(csvCell('say "yes", please'), '"say ""yes"", please"');
  assert.equal(
    csvOf([
      ['a', 'b'],
      ['c', ''],
    ]),
    'a,b\r\nc,\r\n',
  );
});
