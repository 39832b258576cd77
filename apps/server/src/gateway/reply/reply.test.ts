import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, renderData, renderRefusal, wordsOf } from './reply.ts';

const LANGUAGES: readonly (readonly [header: string | undefined, language: string])[] = [
  [undefined, 'en-US'],
  ['bn-BN', 'bn-BN'],
  ['bn', 'bn-BN'],
  ['bn-BD,bn;q=0.9,en;q=0.8', 'bn-BN'],
  ['en;q=0.5, bn;q=0.9', 'bn-BN'],
  ['en-GB,bn;q=0.9', 'en-US'],
  ['fr-FR,de;q=0.9', 'en-US'],
  ['*', 'en-US'],
  [`${'x'.repeat(10_000)},bn`, 'en-US'],
];
for (const [header, language] of LANGUAGES) {
  test(`Accept-Language ${header?.slice(0, 30)} is answered in ${language}`, () =>
    assert.equal(languageOf(header), language));
}

test('a success is one envelope around the data as it is', () => {
  const rendered = renderData({ list: ['a"b'] }, { language: 'en-US', requestId: 'r-1' });
  assert.deepEqual(JSON.parse(rendered.body), {
    code: 0,
    msg: 'success',
    data: { list: ['a"b'] },
    requestId: 'r-1',
  });
});

test('a refusal names its code, reason, what to change, its rule and field, with the detail in its sentences', () => {
  const refusal = { key: 'TICK', field: 'price', detail: { tickSize: '0.05' } } as const;
  const rendered = renderRefusal(refusal, { language: 'en-US', requestId: 'r-1' });
  assert.equal(rendered.status, 422);
  assert.deepEqual(JSON.parse(rendered.body), {
    code: -1110,
    msg: 'The price is not a multiple of the tick size.',
    reason: 'TICK',
    fix: 'Use a multiple of 0.05.',
    ruleId: 'tick-size',
    field: 'price',
    detail: { tickSize: '0.05' },
    requestId: 'r-1',
  });
  const bare = renderRefusal({ key: 'TICK' }, { language: 'en-US', requestId: 'r-1' });
  assert.equal(JSON.parse(bare.body).fix, 'Use a multiple of .');
  const ofCoins = renderRefusal(
    {
      key: 'INSUFFICIENT_FUNDS',
      detail: { needed: '120.50000000', available: '100.00000000', asset: 'USDT' },
    },
    { language: 'en-US', requestId: 'r-1' },
  );
  assert.equal(JSON.parse(ofCoins.body).fix, 'You need 120.5 USDT and have 100 USDT.');
  const ofRupees = { needed: '1234567.50', available: '100000.00', asset: 'INR' };
  const inRupees = wordsOf({ key: 'INSUFFICIENT_FUNDS', detail: ofRupees }, 'en-US');
  assert.equal(inRupees.fix, 'You need ₹12,34,567.50 and have ₹1,00,000.00.');
  const ofShares = { needed: '49', available: '47', asset: 'INR', usableAt: '19-11-2026' };
  const inShares = wordsOf({ key: 'HOLDINGS_UNSETTLED', detail: ofShares }, 'en-US');
  assert.equal(inShares.fix, 'Sell up to 47 now, the rest from 19-11-2026.', 'shares are no money');
  const digits = renderRefusal(
    { key: 'TICK', detail: { tickSize: '0.05' } },
    { language: 'bn-BN', requestId: 'r-1' },
  );
  assert.match(JSON.parse(digits.body).fix, /০\.০৫/);
  const problem = renderRefusal(
    { key: 'INVALID_INPUT', field: 'limit', detail: { problem: 'limit: must be given once' } },
    { language: 'bn-BN', requestId: 'r-1' },
  );
  assert.equal(JSON.parse(problem.body).fix, 'limit: একবারই দিন');
  const inBengali = renderRefusal(
    { key: 'RATE_LIMITED', retryAfterMs: 5 },
    { language: 'bn-BN', requestId: 'r-1' },
  );
  assert.match(JSON.parse(inBengali.body).msg, /[\u0980-\u09ff]/);
  assert.equal(inBengali.retryAfterMs, 5);
});

test('money in a refusal stands with its asset, and never INR beside it (issue 10)', () => {
  const least = (asset: string, language: 'en-US' | 'bn-BN') =>
    wordsOf({ key: 'VALUE_MIN', detail: { valueMin: '500.00', asset } }, language).msg;
  assert.equal(least('INR', 'en-US'), 'minimum amount ₹500.00');
  assert.equal(least('USDT', 'en-US'), 'minimum amount 500.00 USDT');
  assert.equal(least('INR', 'bn-BN'), 'সর্বনিম্ন অঙ্ক ₹৫০০.০০');
});
