import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupAmount, normaliseAmount, pressKey } from './amount-text.ts';
import { addDecimal, compareDecimal, parseDecimal, signOf, toText } from './decimal-text.ts';
import {
  dateTimeInSentence,
  formatAge,
  formatClock,
  formatCompact,
  formatCountdown,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTimeExact,
  isLostPercent,
  NO_VALUE,
  zoneName,
} from './format.ts';
import { htmlLanguage, intlLanguage } from './format-settings.ts';

const english = { language: 'en-US', latinDigits: false, timeZone: 'Asia/Kolkata' };
const bengali = { language: 'bn-BN', latinDigits: false, timeZone: 'Asia/Kolkata' };
const bengaliLatin = { ...bengali, latinDigits: true };
/** No-break spaces are part of the answer, but hard to read in a table. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const MONEY = [
  ['0', 'INR', '₹0.00'],
  ['0.005', 'INR', '₹0.01'],
  ['-0.004', 'INR', '₹0.00'],
  ['999', 'INR', '₹999.00'],
  ['1000', 'INR', '₹1,000.00'],
  ['100000', 'INR', '₹1,00,000.00'],
  ['1234567.5', 'INR', '₹12,34,567.50'],
  ['-73707.5', 'INR', '−₹73,707.50'],
  ['90071992547409931234.56', 'INR', '₹9,00,71,99,25,47,40,99,31,234.56'],
  ['1234567.891', 'USD', '$1,234,567.89'],
  ['1234567.00', 'BRL', 'R$1,234,567.00'],
  ['100000', 'BDT', '৳1,00,000.00'],
  ['0.00250000', 'BTC', '0.00250000 BTC'],
  ['1234.5', 'USDT', '1,234.5 USDT'],
  ['abc', 'INR', NO_VALUE],
  ['', 'INR', NO_VALUE],
  ['1e5', 'INR', NO_VALUE],
] as const;

test('money keeps each digit and groups by its currency', () => {
  for (const [text, asset, expected] of MONEY) {
    assert.equal(plain(formatMoney(text, asset, { settings: english })), expected, `${text} ${asset}`);
  }
  assert.equal(formatMoney(undefined, 'INR'), NO_VALUE);
});

test('money options: sign, unit, rounding toward zero', () => {
  const settings = english;
  assert.equal(formatMoney('12.5', 'INR', { sign: 'always', settings }), '+₹12.50');
  assert.equal(formatMoney('0', 'INR', { sign: 'always', settings }), '₹0.00');
  assert.equal(formatMoney('-12.5', 'INR', { sign: 'never', settings }), '₹12.50');
  assert.equal(plain(formatMoney('12.5', 'INR', { unit: 'code', settings })), '12.50 INR');
  assert.equal(formatMoney('12.5', 'INR', { unit: 'none', settings }), '12.50');
  assert.equal(formatMoney('12.999', 'INR', { rounding: 'down', settings }), '₹12.99');
  assert.equal(plain(formatMoney('0.12345678', 'BTC', { decimals: 4, settings })), '0.1235 BTC');
});

const COMPACT = [
  ['99999.99', 'INR', '₹99,999.99'],
  ['99999.999', 'INR', '₹1 L'],
  ['100000', 'INR', '₹1 L'],
  ['8421000', 'INR', '₹84.21 L'],
  ['8421000', 'BDT', '৳84.21 L'],
  ['8421000', 'BRL', 'R$8.42M'],
  ['9999999', 'INR', '₹1 Cr'],
  ['10000000', 'INR', '₹1 Cr'],
  ['24800000000', 'INR', '₹2,480 Cr'],
  ['24845000000', 'INR', '₹2,485 Cr'],
  ['999999999999', 'INR', '₹1,00,000 Cr'],
  ['-8421000', 'INR', '−₹84.21 L'],
  ['999', 'USD', '$999.00'],
  ['1000', 'USD', '$1K'],
  ['1250000', 'USD', '$1.25M'],
  ['999999', 'USD', '$1M'],
  ['2500000000', 'USD', '$2.5B'],
  ['7100000000000', 'USD', '$7.1T'],
  ['5100000000000000', 'USD', '$5,100T'],
  ['12.3456', 'BTC', '12.35 BTC'],
  ['21000000', 'BTC', '21M BTC'],
] as const;

test('one compact form: lakh and crore, or K M B T, never two suffixes', () => {
  for (const [text, asset, expected] of COMPACT) {
    assert.equal(plain(formatCompact(text, asset, { settings: english })), expected, `${text} ${asset}`);
  }
  assert.equal(plain(formatCompact('8421000', undefined, { settings: english })), '8.42M', 'a volume');
  const list = ['1915479778', '8421000', '45120'].map((text) =>
    plain(formatCompact(text, 'INR', { settings: english, like: '1915479778' })),
  );
  assert.deepEqual(list, ['₹191.55 Cr', '₹0.84 Cr', '₹0 Cr'], 'one list has one form');
  assert.equal(plain(formatCompact('8421000', 'INR', { settings: bengali })), '₹৮৪.২১ লাখ');
  assert.equal(plain(formatCompact('24800000000', 'INR', { settings: bengaliLatin })), '₹2,480 কোটি');
});

test('percent from percent, ratio and basis points', () => {
  const settings = english;
  assert.equal(formatPercent('2.036', { settings }), '2.04%');
  assert.equal(formatPercent('-2.036', { sign: 'always', settings }), '−2.04%');
  assert.equal(formatPercent('0.0125', { unit: 'ratio', sign: 'always', settings }), '+1.25%');
  assert.equal(formatPercent('125', { unit: 'bps', settings }), '1.25%');
  assert.equal(formatPercent('5', { unit: 'ratio', decimals: 0, settings }), '500%');
  assert.equal(formatPercent('-0.001', { sign: 'always', settings }), '0.00%');
});

test('numbers: grouping, trimmed zeros, other digits', () => {
  assert.equal(formatNumber('1234567', { settings: english }), '12,34,567');
  assert.equal(formatNumber('1234567', { grouping: 'western', settings: english }), '1,234,567');
  assert.equal(formatNumber('0.50000000', { decimalsMin: 2, settings: english }), '0.50');
  assert.equal(formatNumber('25.000', { decimalsMin: 0, settings: english }), '25');
  assert.equal(formatMoney('1234567.5', 'INR', { settings: bengali }), '₹১২,৩৪,৫৬৭.৫০');
  assert.equal(formatMoney('1234567.5', 'INR', { settings: bengaliLatin }), '₹12,34,567.50');
});

const midnight18 = Date.UTC(2026, 10, 19, 18, 48, 5);

test('times are dd-mm-yyyy hh:mm AM/PM in the chosen zone', () => {
  assert.equal(plain(formatDateTime(midnight18, english)), '20-11-2026 12:18 AM');
  assert.equal(plain(formatDateTime(midnight18 + 12 * 3_600_000, english)), '20-11-2026 12:18 PM');
  assert.equal(plain(formatTimeExact(midnight18 + 13 * 3_600_000, english)), '01:18:05 PM');
  assert.equal(plain(formatDateTime(midnight18, { ...english, timeZone: 'UTC' })), '19-11-2026 06:48 PM');
  assert.match(
    dateTimeInSentence(midnight18, english),
    /^20-\u206011-\u20602026 /,
    'no line ends within the date',
  );
  assert.equal(plain(formatDateTime(midnight18, bengali)), '২০-১১-২০২৬ ১২:১৮ AM');
  assert.equal(zoneName(english), 'IST');
  assert.equal(zoneName({ ...english, timeZone: 'UTC' }), 'UTC');
});

test('ages and clocks', () => {
  assert.match(formatAge(3_400, english), /^3 ?s(ec)? ago$/);
  assert.equal(formatAge(-50, english), 'now');
  assert.match(formatAge(125_000, english), /^2 ?m(in)? ago$/);
  assert.match(formatAge(3_400, bengali), /৩/);
  assert.match(formatAge(3_400, bengaliLatin), /3/);
  assert.equal(formatCountdown(65_000, english), '01:05');
  assert.equal(formatCountdown(3_600_000 + 65_000, english), '01:01:05');
  assert.equal(formatCountdown(2 * 86_400_000 + 65_000, english), '2d 00:01:05');
  assert.equal(formatCountdown(-1, english), '00:00');
});

test('stored language names map to what the standards know', () => {
  assert.equal(intlLanguage('bn-BN'), 'bn-IN');
  assert.equal(intlLanguage('bn-BD'), 'bn-BD');
  assert.equal(intlLanguage('en-US'), 'en-IN');
  assert.equal(htmlLanguage('bn-BN'), 'bn');
});

test('typed amounts stay decimal text', () => {
  const table = [
    ['1,23,456.789', 2, '123456.78'],
    ['₹ 0012', 2, '12'],
    ['.5', 2, '0.5'],
    ['12.', 2, '12.'],
    ['1.2.3', 4, '1.23'],
    ['12.9', 0, '12'],
    ['১২.৫', 2, '12.5'],
    ['', 2, ''],
    ['0', 2, '0'],
  ] as const;
  for (const [typed, decimals, expected] of table)
    assert.equal(normaliseAmount(typed, decimals), expected, typed);
  assert.equal(groupAmount('1234567.5', 'indian'), '12,34,567.5');
  assert.equal(groupAmount('12.', 'indian'), '12.');
  assert.equal(pressKey('', '.', 2), '0.');
  assert.equal(pressKey('0', '7', 2), '7');
  assert.equal(pressKey('1.25', '9', 2), '1.25');
  assert.equal(pressKey('1.25', 'delete', 2), '1.2');
  assert.equal(pressKey('1', '.', 0), '1');
});

test('decimal text arithmetic agrees with integers', () => {
  assert.equal(addDecimal('0.1', '0.2'), '0.3');
  assert.equal(addDecimal('1', '-2.50'), '-1.50');
  assert.equal(compareDecimal('1.10', '1.1'), 0);
  assert.equal(signOf('-0.00'), 0);
  const cents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  const asText = (value: bigint) =>
    toText({ negative: value < 0n, units: value < 0n ? -value : value, scale: 2 });
  fc.assert(
    fc.property(cents, cents, (left, right) => {
      assert.equal(compareDecimal(addDecimal(asText(left), asText(right)), asText(left + right)), 0);
      const grouped = formatMoney(asText(left), 'INR', { settings: english });
      const restored = grouped.replace(/[₹,]/g, '').replace('−', '-');
      assert.deepEqual(parseDecimal(restored), parseDecimal(asText(left)));
    }),
  );
});

test('a price in rupees has its sign, and one in coins none, where coins alone stand', () => {
  const signed = (text: string, asset: string) =>
    plain(formatMoney(text, asset, { settings: english, unit: 'sign' }));
  assert.equal(signed('15939.00', 'INR'), '₹15,939.00');
  assert.equal(signed('-5', 'INR'), '−₹5.00');
  assert.equal(signed('65000.1', 'USDT'), '65,000.1');
});

test('what only tells a size is written in crores, never to the paisa', () => {
  assert.equal(plain(formatCompact('1915479778.00', 'INR', { settings: english })), '₹191.55 Cr');
});

test('a percent that would be 0.00 is left away beside an amount that is not zero (trial 2)', () => {
  assert.equal(isLostPercent('105.56', '0.00'), true);
  assert.equal(isLostPercent('-105.56', '-0.004'), true);
  assert.equal(isLostPercent('105.56', '0.01'), false);
  assert.equal(isLostPercent('0.00', '0.00'), false);
  assert.equal(isLostPercent('5', '0.00004', 'ratio'), true);
  assert.equal(isLostPercent('5', '0.0002', 'ratio'), false);
});

test('days and times of day of the exchange are those of its calendar, wherever they are read', () => {
  const elsewhere = { ...english, timeZone: 'America/New_York' };
  assert.equal(formatDay('2026-12-01', elsewhere), '01-12-2026');
  assert.equal(formatDay('2026-12-01', bengali), '০১-১২-২০২৬');
  const clocks = ['00:05', '09:15', '12:00', '15:30', '24:00'].map((clock) =>
    plain(formatClock(clock, elsewhere)),
  );
  assert.deepEqual(clocks, ['12:05 AM', '09:15 AM', '12:00 PM', '03:30 PM', '12:00 AM']);
});
