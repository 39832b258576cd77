import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatedFlow, xirr } from '#domains/portfolio/xirr.ts';

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const flow = (day: number, amount: bigint): DatedFlow => ({ day, amount });

test('the rate is the one that textbooks and spreadsheets give (portfolio)', () => {
  assert.deepEqual(xirr([flow(0, 10_000n)], flow(365, 11_000n)), { percent: '10.00' });
  assert.deepEqual(xirr([flow(0, 10_000n)], flow(730, 5_000n)), { percent: '-29.29' });
  assert.deepEqual(xirr([flow(0, 10_000n)], flow(365, 10_000n)), { percent: '0.00' });
  // The example of Microsoft's page on XIRR: 0.373362535.
  const paid = [
    flow(dayOf('2008-01-01'), 10_000n),
    flow(dayOf('2008-03-01'), -2_750n),
    flow(dayOf('2008-10-30'), -4_250n),
    flow(dayOf('2009-02-15'), -3_250n),
  ];
  assert.deepEqual(xirr(paid, flow(dayOf('2009-04-01'), 2_750n)), { percent: '37.34' });
});

test('a rate is the same whatever the size of the amounts, and over ten years', () => {
  const crores = 10n ** 16n;
  assert.deepEqual(xirr([flow(0, crores)], flow(3650, 2n * crores)), { percent: '7.18' });
  assert.deepEqual(xirr([flow(0, 1n)], flow(3650, 2n)), { percent: '7.18' });
});

test('where no rate or more than one answers, or the time is short, it says so', () => {
  assert.deepEqual(xirr([], flow(400, 5n)), { reason: 'none' });
  assert.deepEqual(xirr([flow(0, 10_000n)], flow(365, 0n)), { reason: 'none' });
  assert.deepEqual(xirr([flow(0, 10_000n)], flow(29, 11_000n)), { reason: 'short', fromDay: 30 });
  // 100 in, 230 out, 132 in: both 10 and 20 percent a year.
  const twice = [flow(0, 10_000n), flow(365, -23_000n)];
  assert.deepEqual(xirr(twice, flow(730, -13_200n)), { reason: 'several' });
});

/** Flows of a year apart whose only rates are these, in percent: the product of (x - rate), highest first. */
function flowsWithRates(...rates: number[]): { flows: DatedFlow[]; end: DatedFlow } {
  let terms = [10n ** 9n];
  for (const rate of rates) {
    const by = BigInt(100 + rate);
    const next = [...terms.map((term) => term * 100n), 0n];
    for (const [index, term] of terms.entries()) next[index + 1] = (next[index + 1] ?? 0n) - term * by;
    terms = next;
  }
  const flows = terms.slice(0, -1).map((amount, year) => flow(year * 365, amount));
  return { flows, end: flow(rates.length * 365, -(terms.at(-1) ?? 0n)) };
}

for (const { rates, answer } of [
  { rates: [15], answer: { percent: '15.00' } },
  { rates: [9990], answer: { percent: '9990.00' } },
  { rates: [10_000], answer: { percent: '10000.00' } },
  { rates: [10_100], answer: { reason: 'none' } },
  { rates: [15, 20], answer: { reason: 'several' } },
  { rates: [15, 16], answer: { reason: 'several' } },
  { rates: [15, 15], answer: { reason: 'several' } },
  { rates: [15, 20, 60], answer: { reason: 'several' } },
  { rates: [15, 20_000], answer: { percent: '15.00' } },
])
  test(`flows whose rates are ${rates.join(', ')} percent answer ${Object.values(answer)}`, () => {
    const { flows, end } = flowsWithRates(...rates);
    assert.deepEqual(xirr(flows, end), answer);
  });

test('money that comes and goes for ten years, on 400 days, has one rate', () => {
  const flows = Array.from({ length: 400 }, (_, turn) => flow(turn * 9, turn % 3 === 2 ? -15_000n : 10_000n));
  const found = xirr(flows, flow(3650, 900_000n));
  assert.ok('percent' in found, JSON.stringify(found));
});
