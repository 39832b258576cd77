import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, COUNTRY_CODES, countryOf, countryOfPhone, currencyOf, HOME_COUNTRY } from './index.ts';

test('every country has one record under its own code, and home comes first', () => {
  assert.deepEqual(
    COUNTRIES.map(({ code }) => code),
    COUNTRY_CODES,
  );
  assert.equal(COUNTRIES[0]?.code, HOME_COUNTRY);
  for (const code of COUNTRY_CODES) assert.equal(countryOf(code).code, code);
});

test('no two countries share an area code, a currency or the beginning of a phone number', () => {
  for (const one of COUNTRIES)
    for (const other of COUNTRIES) {
      if (one === other) continue;
      assert.ok(!one.areaCode.startsWith(other.areaCode), `${one.code} ${other.code}`);
      assert.notEqual(one.currency.asset, other.currency.asset);
    }
  for (const { currency } of COUNTRIES) assert.equal(currencyOf(currency.asset), currency);
  assert.equal(currencyOf('BTC'), undefined);
});

test('the country of a phone number, and home where it has none of ours', () => {
  const table = [
    ['+919876543210', 'IN'],
    ['+8801712345678', 'BD'],
    ['+5511912345678', 'BR'],
    ['+4915112345678', HOME_COUNTRY],
    [null, HOME_COUNTRY],
    [undefined, HOME_COUNTRY],
  ] as const;
  for (const [phone, code] of table) assert.equal(countryOfPhone(phone).code, code, phone ?? 'none');
});

test('mobile numbers as people of a country write them', () => {
  const table = [
    ['IN', '9876543210', '9876543210'],
    ['IN', '1876543210', undefined],
    ['BD', '01712345678', '1712345678'],
    ['BD', '1712345678', '1712345678'],
    ['BD', '1212345678', undefined],
    ['BR', '11912345678', '11912345678'],
    ['BR', '1112345678', undefined],
  ] as const;
  for (const [code, text, dialled] of table)
    assert.equal(countryOf(code).mobileNumber.exec(text)?.[1], dialled, `${code} ${text}`);
});
