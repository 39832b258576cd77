import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BADGE_RULES,
  BADGES,
  holdsBadge,
  SCORE_KINDS,
  SCORE_PARTS,
  SCORE_RULES,
  scoreBandOf,
  scoreOf,
  scorePartPoints,
} from './score.ts';

const START = { repaymentStart: 1, marginStart: 1, recordStart: 1 } as const;

test('the parts add up to 100, and each kind of event is listed once', () => {
  assert.equal(
    Object.values(SCORE_PARTS).reduce((sum, most) => sum + most, 0),
    100,
  );
  assert.deepEqual([...SCORE_KINDS].sort(), Object.keys(SCORE_RULES).sort());
});

test('a fresh verified user with a second factor and a transaction password has 67 (rules 2.19)', () => {
  const fresh = { ...START, phone: 1, email: 1, bankName: 1, verified: 1 };
  assert.equal(scoreOf({ ...fresh, secondFactor: 1, transactionPassword: 1 }), 67);
});

test('no part leaves its bounds, however often something happens', () => {
  assert.equal(scorePartPoints('age', { month: 40 }), 15);
  assert.equal(scorePartPoints('repayment', { ...START, loanRepaid: 9 }), 30);
  assert.equal(scorePartPoints('repayment', { ...START, loanOverdue: 3 }), 0);
  assert.equal(scorePartPoints('margin', { ...START, liquidation: 2, marginCallMissed: 1 }), 8);
  assert.equal(scorePartPoints('record', { ...START, recordOpen: 1 }), 0);
});

test('bands as in the specification', () => {
  const bands = [0, 59, 60, 79, 80, 100].map(scoreBandOf);
  assert.deepEqual(bands, ['risk', 'risk', 'qualified', 'qualified', 'excellent', 'excellent']);
});

test('each badge is listed once, held with all of its events and not with one fewer of any', () => {
  assert.deepEqual([...BADGES].sort(), Object.keys(BADGE_RULES).sort());
  for (const badge of BADGES) {
    const rule: Readonly<Record<string, number>> = BADGE_RULES[badge];
    assert.equal(holdsBadge(badge, rule), true, badge);
    for (const [kind, count] of Object.entries(rule))
      assert.equal(holdsBadge(badge, { ...rule, [kind]: count - 1 }), false, `${badge} without ${kind}`);
  }
});
