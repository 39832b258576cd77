import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '@tarazu/core/values';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import { newPrice, newQuantity, ShareRatios } from '#market/model/share-ratios.ts';
import { dayFromText } from '#platform/time/days.ts';

const ID = 'NSE_SIM:ARUNA';
const SPLIT: CataloguedAction = {
  id: 'split',
  instrumentId: ID,
  announcedOn: '2026-01-05',
  recordDate: '2026-02-02',
  terms: { kind: 'split', sharesBefore: quantity(1n), sharesAfter: quantity(2n) },
};
const RIGHTS: CataloguedAction = {
  id: 'rights',
  instrumentId: ID,
  announcedOn: '2026-03-02',
  recordDate: '2026-03-16',
  terms: {
    kind: 'rights',
    sharesHeld: quantity(3n),
    sharesOffered: quantity(1n),
    discountPercent: 20,
    closesOn: '2026-03-27',
  },
};
const EX_DAY = dayFromText(RIGHTS.recordDate);
/**
 * The model's share, which is never split: 1000.50 when
 * the rights are announced, 1200.00 when they are given.
 */
const closeBefore = (_id: string, day: number) => (day < EX_DAY ? 100_050n : 120_000n);
/** The later action stands first: what comes first is found by its day. */
const ratios = new ShareRatios([RIGHTS, SPLIT], closeBefore);

test('an issue price is so much below the close before the announcement, in whole rupees of the share of then', () => {
  const before = ratios.announced(dayFromText(RIGHTS.announcedOn) - 1);
  assert.ok(!before.some(({ id }) => id === RIGHTS.id), 'nothing of it is known before');
  const [rights] = ratios.announced(dayFromText(RIGHTS.announcedOn));
  assert.ok(rights?.terms.kind === 'rights');
  assert.equal(rights.terms.priceIssue, 40_000n, '80 % of 500.25 is 400.20');
  assert.ok(!('discountPercent' in rights.terms));
});

test('from the record date a share is worth the theoretical ex-rights price, on top of what came before', () => {
  assert.deepEqual(ratios.at(ID, EX_DAY - 1), { before: 1n, after: 2n });
  const [split, rights, ...others] = ratios.changes(ID, EX_DAY);
  assert.deepEqual([split?.actionId, rights?.actionId, others.length], ['split', 'rights', 0]);
  assert.equal(rights?.priceCum, 60_000n, 'the last close with the right, in the share of that day');
  const since = ratios.at(ID, EX_DAY, EX_DAY - 1);
  assert.equal(newPrice(60_000n, since), 55_000n, 'three at 600 and one at 400 are four at 550');
  assert.equal(newPrice(120_000n, ratios.at(ID, EX_DAY)), 55_000n, 'and so it is from the model’s share');
  assert.equal(newQuantity(550n, since), 600n, 'as much money is traded as before');
  assert.deepEqual(ratios.at('NSE_SIM:OTHER', EX_DAY), { before: 1n, after: 1n });
});
