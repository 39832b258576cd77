import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedIn, moneyIn, rupeeSizeIn } from './money-text.ts';

test('currencies have their sign and their commas, coins their name and thousands', () => {
  for (const [text, asset, written] of [
    ['1234567.50', 'INR', '₹12,34,567.50'],
    ['999.00', 'INR', '₹999.00'],
    ['-120.00', 'INR', '−₹120.00'],
    ['1234567.50', 'BDT', '৳12,34,567.50'],
    ['-1234567.50', 'BRL', '−R$1,234,567.50'],
    ['1234567.5', 'USDT', '1,234,567.5 USDT'],
    ['120.50000000', 'USDT', '120.5 USDT'],
  ] as const)
    assert.equal(moneyIn(text, asset, 'en-US'), written);
  assert.equal(moneyIn('1234567.50', 'INR', 'bn-BN'), '₹১২,৩৪,৫৬৭.৫০');
  assert.equal(groupedIn('24810.35', 'en-US'), '24,810.35');
});

test('a size from a crore on is told in crores, to two decimals', () => {
  assert.equal(rupeeSizeIn('1915479778.00', 'en-US'), '₹191.55 Cr');
  assert.equal(rupeeSizeIn('1915479778.00', 'bn-BN'), '₹১৯১.৫৫ কোটি');
  assert.equal(rupeeSizeIn('248000000000', 'en-US'), '₹24,800.00 Cr');
  assert.equal(rupeeSizeIn('9999999.99', 'en-US'), '₹99,99,999.99');
  assert.equal(rupeeSizeIn('10000000.00', 'en-US'), '₹1.00 Cr');
});
