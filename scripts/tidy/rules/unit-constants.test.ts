import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { unitConstants } from './unit-constants.ts';

const found = (text: string, path = 'apps/server/src/a.ts') => check(unitConstants, { [path]: text });

test('a day, an hour, a minute, basis points and decimals are named wherever they stand', () => {
  for (const [text, name] of [
    ['const AGE_MS = 7 * 86_400_000;', 'DAY_MS'],
    ['const AGE_MS = 86400000;', 'DAY_MS'],
    ['const HOUR = 3_600_000;', 'HOUR_MS'],
    ['useNow(60_000);', 'MINUTE_MS'],
    ['const MS_PER_SECOND = 1_000;', 'SECOND_MS'],
    ['const istMs = atMs + 19_800_000;', 'INDIA_OFFSET_MS'],
    ['const part = (base * 10_000n) / whole;', 'BASIS_POINTS'],
    ['const rest = 10_000n - bps;', 'BASIS_POINTS'],
    ['const BPS_ONE = 10_000n;', 'BASIS_POINTS'],
    ['const BPS = 10_000;', 'BASIS_POINTS'],
    ['const WHOLE = 10000;', 'BASIS_POINTS'],
    ['const RUPEE_SCALE = 2;', 'RUPEE_SCALE'],
    ['export const RATE_SCALE = 8;', 'RATE_SCALE'],
    ['const TETHER_SCALE = 8;', 'COIN_SCALE'],
    ['const BPS_SCALE = 2;', 'PERCENT_SCALE'],
    ['const text = formatDecimal(BigInt(bps), 2);', 'the scale by its name'],
    ['const units = parseDecimal(text, 8);', 'the scale by its name'],
  ] as const)
    assert.match(found(text)[0] ?? '', new RegExp(`say ${name}, of`), text);
});

test('other numbers, tests, tables of data and the home of units are left alone', () => {
  for (const text of [
    'a(2_900_000, 160_000, 60_000_000);',
    'amount(10_000n);',
    'formatDecimal(of, RUPEE_SCALE);',
    'parseDecimal(text, 18);',
    'const TETHERS = 10_000n;',
  ])
    assert.deepEqual(found(text), [], text);
  const text = 'const DAY_MS = 86_400_000;';
  for (const path of [
    'packages/core/src/values/units.ts',
    'apps/server/src/a.test.ts',
    'apps/server/src/market/catalogue/a.ts',
    'bench/a.ts',
  ])
    assert.deepEqual(found(text, path), [], path);
});
