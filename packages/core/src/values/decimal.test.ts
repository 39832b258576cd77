import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  amount,
  divide,
  formatDecimal,
  parseClientId,
  parseDecimal,
  price,
  quantity,
  tradeValue,
} from '#values/index.ts';

test('decimal text within the grammar', () => {
  const table: readonly [string, number, bigint | undefined][] = [
    ['0', 2, 0n],
    ['1234.5', 2, 123450n],
    ['999999999999', 0, 999999999999n],
    ['1.00000001', 8, 100000001n],
    ['1.005', 2, undefined],
    ['1000000000000', 2, undefined],
    ['-1', 2, undefined],
    ['+1', 2, undefined],
    ['1e3', 2, undefined],
    ['.5', 2, undefined],
    ['5.', 2, undefined],
    ['1,000', 2, undefined],
    ['١', 2, undefined],
    ['', 2, undefined],
    [' 1', 2, undefined],
  ];
  for (const [text, scale, expected] of table)
    assert.equal(parseDecimal(text, scale), expected, JSON.stringify(text));
});

test('writing and reading a decimal are inverse', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
      fc.integer({ min: 0, max: 8 }),
      (scaled, scale) => {
        assert.equal(parseDecimal(formatDecimal(scaled, scale), scale), scaled);
      },
    ),
  );
  assert.equal(formatDecimal(-5n, 2), '-0.05');
});

test('each rounding goes where its name says', () => {
  const by = (rounding: 'down' | 'up' | 'half-up', dividend: bigint) =>
    divide({ dividend, divisor: 10n, rounding });
  assert.deepEqual(
    [by('down', 15n), by('up', 11n), by('half-up', 15n), by('half-up', 14n)],
    [1n, 2n, 2n, 1n],
  );
  assert.throws(() => by('down', -1n), /Condition/);
});

test('a trade is worth price times quantity in the quote asset', () => {
  const scales = { priceScale: 2, baseScale: 8, quoteScale: 2 };
  const trade = { price: price(700_000_007n), quantity: quantity(13n), scales };
  assert.equal(tradeValue({ ...trade, rounding: 'down' }), amount(91n));
  assert.equal(tradeValue({ ...trade, rounding: 'up' }), amount(92n));
  const finer = { priceScale: 0, baseScale: 0, quoteScale: 2 };
  assert.equal(
    tradeValue({ price: price(3n), quantity: quantity(2n), scales: finer, rounding: 'down' }),
    amount(600n),
  );
});

test('a client id has 8 to 36 plain characters', () => {
  assert.equal(parseClientId('abcDEF_-'), 'abcDEF_-');
  for (const text of ['short', 'a'.repeat(37), 'with space', 'ünicode-id'])
    assert.equal(parseClientId(text), undefined);
});
