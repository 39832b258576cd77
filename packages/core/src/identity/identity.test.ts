import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVerhoeffDigit } from '#countries/verhoeff.ts';
import {
  ageOn,
  documentNumberVerdict,
  fitsTaxNumber,
  isBirthDate,
  isDay,
  isExpired,
  maskedNumber,
  plainNumber,
  taxNumberVerdict,
} from '#identity/index.ts';

test('numbers of documents by country (rules 2.20)', () => {
  const table = [
    ['IN', 'idCard', '2345 6789 0124', 'right'],
    ['IN', 'idCard', '234567890125', 'wrong'],
    ['IN', 'idCard', '134567890124', 'wrong'],
    ['IN', 'idCard', '', 'wrong'],
    ['IN', 'drivingLicense', 'MH12 20110012345', 'right'],
    ['IN', 'drivingLicense', 'MH-12-2011-12345', 'unusual'],
    ['IN', 'drivingLicense', 'MH', 'wrong'],
    ['IN', 'passport', 'j8369854', 'right'],
    ['IN', 'passport', 'Q8369854', 'wrong'],
    ['IN', 'passport', 'J0369854', 'wrong'],
    ['BD', 'idCard', '1234567890', 'right'],
    ['BD', 'idCard', '12345678901', 'wrong'],
    ['BD', 'idCard', '12345678901234567', 'right'],
    ['BD', 'passport', 'EB0123456', 'right'],
    ['BD', 'passport', '<svg onload>', 'wrong'],
    ['BR', 'drivingLicense', '01234567890', 'right'],
    ['BR', 'passport', 'FZ123456', 'right'],
    ['BR', 'idCard', '12.345.678-X', 'right'],
  ] as const;
  for (const [country, type, text, verdict] of table)
    assert.equal(documentNumberVerdict({ country, type }, text), verdict, `${country} ${type} ${text}`);
});

test('the number of a tax authority: a person’s PAN, a CPF with both digits, none in Bangladesh', () => {
  const table = [
    ['IN', 'abcpk1234l', 'right'],
    ['IN', 'ABCCK1234L', 'wrong'],
    ['IN', 'ABCPK12345', 'wrong'],
    ['BR', '529.982.247-25', 'right'],
    ['BR', '529.982.247-24', 'wrong'],
    ['BR', '11111111111', 'wrong'],
    ['BD', '', 'right'],
    ['BD', '1', 'wrong'],
  ] as const;
  for (const [country, text, verdict] of table)
    assert.equal(taxNumberVerdict(country, text), verdict, `${country} ${text}`);
});

test('Verhoeff’s digit finds each wrong digit and each swap of neighbours', () => {
  assert.ok(hasVerhoeffDigit('2363'));
  const right = '234567890124';
  for (let place = 0; place < right.length; place += 1) {
    for (const digit of '0123456789') {
      const changed = right.slice(0, place) + digit + right.slice(place + 1);
      assert.equal(hasVerhoeffDigit(changed), changed === right, changed);
    }
    const swapped =
      right.slice(0, place) + (right[place + 1] ?? '') + (right[place] ?? '') + right.slice(place + 2);
    if (swapped !== right) assert.equal(hasVerhoeffDigit(swapped), false, swapped);
  }
});

test('a name fits the letter of a PAN by any of its words, with accents or without', () => {
  assert.ok(fitsTaxNumber('IN', 'Asha Kumari Roy', 'ABCPK1234L'));
  assert.ok(fitsTaxNumber('IN', 'élan', 'ABCPE1234L'));
  assert.equal(fitsTaxNumber('IN', 'Asha Roy', 'ABCPK1234L'), false);
});

test('a masked number keeps four characters', () => {
  assert.equal(maskedNumber('2345 6789 0124'), 'XXXX XXXX 0124');
  assert.equal(maskedNumber('abcpk1234l'), 'XXXX XX 234L');
  assert.equal(maskedNumber('AB1'), 'AB1');
  assert.equal(plainNumber(' 529.982.247-25 '), '52998224725');
});

test('days, ages and ends of documents', () => {
  for (const day of ['2024-02-29', '1900-01-01', '2026-12-31']) assert.ok(isDay(day), day);
  for (const day of ['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-4-1', ''])
    assert.equal(isDay(day), false, day);
  assert.equal(ageOn('2008-11-23', '2026-11-23'), 18);
  assert.equal(ageOn('2008-11-24', '2026-11-23'), 17);
  assert.equal(ageOn('2008-02-29', '2026-02-28'), 17);
  assert.ok(isBirthDate('1990-01-01', '2026-11-23'));
  for (const day of ['2026-11-24', '1890-01-01', 'yesterday'])
    assert.equal(isBirthDate(day, '2026-11-23'), false);
  assert.equal(isExpired('2026-11-23', '2026-11-23'), false);
  assert.equal(isExpired('2026-11-22', '2026-11-23'), true);
});
