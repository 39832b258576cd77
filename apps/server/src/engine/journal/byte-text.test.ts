import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteText } from './byte-text.ts';

const unicode = fc.string({ unit: 'grapheme', maxLength: 200 });

test('what is written is what joining the parts would give, of any length and in any script', () => {
  fc.assert(
    fc.property(fc.array(unicode, { maxLength: 60 }), (parts) => {
      const text = new ByteText();
      for (const part of parts) text.text(part);
      assert.equal(text.toString(), parts.join(''));
      assert.deepEqual(Buffer.from(text.bytes()), Buffer.from(parts.join('')));
      assert.equal(text.length, Buffer.byteLength(parts.join('')));
    }),
  );
});

test('numbers are written as JavaScript writes them', () => {
  const corners = [
    0,
    9,
    10,
    99,
    999_999_999,
    1_000_000_000,
    1_000_000_001,
    1e18,
    -1,
    -0,
    0.5,
    2 ** 31,
    2 ** 32,
  ];
  const number = fc.oneof(fc.maxSafeNat(), fc.maxSafeInteger(), fc.double(), fc.constantFrom(...corners));
  fc.assert(
    fc.property(number, (value) => assert.equal(new ByteText().number(value).toString(), `${value}`)),
  );
});

test('integers of any size are written to the last digit', () => {
  const edge = 2n ** 53n;
  const bigint = fc.oneof(fc.bigInt(), fc.bigInt(edge - 3n, edge + 3n), fc.bigInt(-edge - 3n, 3n - edge));
  fc.assert(
    fc.property(bigint, (value) => assert.equal(new ByteText().bigint(value).toString(), `${value}`)),
  );
});

test('a text that was cleared begins anew, and a part of another is taken over as it is', () => {
  const source = new ByteText().text('before').text('€uro');
  const text = new ByteText().text('gone');
  text.clear();
  assert.equal(text.text('x').from(source, 6).from(source).toString(), 'x€urobefore€uro');
});
