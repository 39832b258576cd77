import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitKey, refuseByTime } from '#checks/own-limits.ts';
import {
  isAsStrict,
  type LimitTerms,
  LOOSENS_AFTER_MS,
  limitAt,
  NO_ASSET,
  OWN_LIMIT_NAMES,
  type OwnLimit,
  type OwnLimitName,
  periodAt,
  stricterOf,
  usedAt,
  valueProblem,
  withValue,
} from '#model/own-limit.ts';
import { kindOf } from '#model/rows/kinds.ts';
import { accountId, amount, DAY_MS, instantMs, MINUTE_MS } from '#values/index.ts';

const INDIA = 330;
const at = (text: string) => instantMs(Temporal.Instant.from(text).epochMilliseconds);
const NOON = at('2026-11-23T12:00:00+05:30');

function limit(name: OwnLimitName, more: Partial<OwnLimit> = {}): OwnLimit {
  const used = amount(0n);
  return {
    ...{ accountId: accountId(1), name, assetId: NO_ASSET, offsetMinutes: INDIA, period: 0, used },
    ...more,
  };
}

const lowest = (value?: bigint): OwnLimit =>
  limit('dayOrders', value === undefined ? {} : { value: amount(value) });

function set(row: OwnLimit, value: bigint | undefined, atMs: number): OwnLimit {
  const { value: _value, nextFromMs: _from, nextValue: _next, ...kept } = row;
  const wanted = value === undefined ? undefined : amount(value);
  return { ...kept, ...withValue(row, wanted, instantMs(atMs)) };
}

test('what is stricter holds at once, what is looser a day later, by time alone', () => {
  const first = set(lowest(), 10n, NOON);
  assert.equal(limitAt(first, NOON), 10n);
  const stricter = set(first, 4n, NOON);
  assert.deepEqual([limitAt(stricter, NOON), stricter.nextFromMs], [4n, undefined]);
  const looser = set(stricter, 20n, NOON);
  const end = NOON + LOOSENS_AFTER_MS;
  assert.deepEqual([limitAt(looser, NOON), limitAt(looser, end - 1), limitAt(looser, end)], [4n, 4n, 20n]);
  const none = set(stricter, undefined, NOON);
  assert.deepEqual([limitAt(none, end - 1), limitAt(none, end)], [4n, undefined]);
  const kept = set(looser, 4n, NOON + 5);
  assert.deepEqual([limitAt(kept, end), kept.nextFromMs], [4n, undefined], 'taken back');
});

test('a wish for less looseness keeps its hour, one for more begins it again', () => {
  const waiting = set(lowest(4n), 20n, NOON);
  const later = NOON + 60 * MINUTE_MS;
  assert.equal(set(waiting, 10n, later).nextFromMs, waiting.nextFromMs);
  assert.equal(set(waiting, 30n, later).nextFromMs, later + LOOSENS_AFTER_MS);
  const over = set(waiting, 30n, NOON + LOOSENS_AFTER_MS);
  assert.deepEqual([over.value, over.nextValue], [20n, 30n], 'what had come by time is what holds');
});

test('hours that are moved are locked together for a day', () => {
  const night = 0b0011n;
  const moved = set(limit('nightLock', { value: amount(night) }), 0b0110n, NOON);
  assert.equal(limitAt(moved, NOON), 0b0111n);
  assert.equal(limitAt(moved, NOON + LOOSENS_AFTER_MS), 0b0110n);
  assert.equal(set(limit('nightLock', { value: amount(night) }), 0b1011n, NOON).value, 0b1011n);
});

test('a stricter value of two is one by which both hold', () => {
  for (const name of OWN_LIMIT_NAMES) {
    for (const one of [undefined, ...[1n, 2n, 3n, 4n].map(amount)]) {
      assert.ok(isAsStrict(name, one, one));
      assert.ok(isAsStrict(name, one, undefined), 'nothing is looser than no limit');
      for (const other of [undefined, ...[1n, 6n].map(amount)]) {
        const both = stricterOf(name, one, other);
        assert.ok(isAsStrict(name, both, one) && isAsStrict(name, both, other), `${name} ${one} ${other}`);
      }
    }
  }
  const dayLoss = [amount(100n), amount(200n)] as const;
  assert.equal(isAsStrict('dayLoss', ...dayLoss), true);
  assert.equal(isAsStrict('exclusion', ...dayLoss), false, 'a later end is stricter');
});

test('days, weeks from Monday and months begin by the account’s clock', () => {
  const period = (name: OwnLimitName, text: string, offsetMinutes = INDIA) =>
    periodAt({ name, offsetMinutes }, at(text));
  const before = '2026-11-22T18:29:59Z';
  const midnight = '2026-11-22T18:30:00Z';
  assert.equal(period('dayLoss', midnight) - period('dayLoss', before), 1);
  assert.equal(period('depositWeek', midnight) - period('depositWeek', before), 1, 'Monday, 23 November');
  assert.equal(period('depositWeek', '2026-11-29T18:29:59Z'), period('depositWeek', midnight));
  assert.equal(period('dayLoss', before, 360) - period('dayLoss', '2026-11-22T17:59:59Z', 360), 1);
  assert.equal(
    period('dayLoss', '2026-11-22T02:59:59Z', -180),
    period('dayLoss', '2026-11-21T03:00:00Z', -180),
  );
  assert.equal(period('leverage', midnight), 0);
  let months = new Set<string>();
  for (let day = Temporal.PlainDate.from('1999-12-15'); day.year < 2101; day = day.add({ days: 13 })) {
    const number = period('depositMonth', `${day}T12:00:00Z`, 0);
    months = months.add(`${number} ${day.year}-${day.month}`);
  }
  const numbers = [...months].map((one) => Number(one.split(' ')[0]));
  assert.equal(new Set(numbers).size, numbers.length, 'no month has two numbers, and no number two months');
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, place) => (numbers[0] ?? 0) + place),
  );
  assert.equal(
    period('depositMonth', '2028-02-29T23:59:59Z', 0) + 1,
    period('depositMonth', '2028-03-01T00:00:00Z', 0),
  );
});

test('what is used counts in its own period alone', () => {
  const row = limit('dayOrders', {
    period: periodAt({ name: 'dayOrders', offsetMinutes: INDIA }, NOON),
    used: amount(3n),
  });
  assert.deepEqual([usedAt(row, NOON), usedAt(row, NOON + DAY_MS)], [3n, 0n]);
});

test('locked hours say when they end, over midnight and in each zone', () => {
  const hours = (from: number, to: number): bigint => {
    let bits = 0n;
    for (let slot = from; slot !== to; slot = (slot + 1) % 48) bits |= 1n << BigInt(slot);
    return bits;
  };
  const nightLock = (offsetMinutes: number): LimitTerms[] => [
    limit('nightLock', { value: amount(hours(45, 12)), offsetMinutes }),
  ];
  const told = (text: string, offsetMinutes = INDIA) =>
    refuseByTime({ limits: nightLock(offsetMinutes), atMs: at(text) })?.detail['opensAtMs'];
  const morning = String(at('2026-11-24T06:00:00+05:30'));
  assert.equal(told('2026-11-23T22:29:59+05:30'), undefined);
  assert.equal(told('2026-11-23T22:30:00+05:30'), morning);
  assert.equal(told('2026-11-24T05:59:59+05:30'), morning);
  assert.equal(told('2026-11-24T06:00:00+05:30'), undefined);
  assert.equal(told('2026-11-24T05:59:59-03:00', -180), String(at('2026-11-24T06:00:00-03:00')));
});

test('a value is within its bounds, and of an asset where it counts money', () => {
  const problem = (name: OwnLimitName, value: bigint | undefined, assetId = NO_ASSET) =>
    valueProblem({ name, assetId, value: value === undefined ? undefined : amount(value) }, NOON);
  assert.deepEqual(
    [problem('dayLoss', 1n), problem('leverage', 1n, limit('dayLoss').assetId)],
    ['asset', undefined],
  );
  for (const [name, wrong] of [
    ['dayOrders', 0n],
    ['dayOrders', 10_001n],
    ['leverage', -1n],
    ['leverage', 101n],
    ['nightLock', (1n << 48n) - 1n],
    ['exclusion', BigInt(NOON)],
    ['exclusion', BigInt(NOON + 367 * DAY_MS)],
  ] as const)
    assert.equal(problem(name, wrong), 'value', `${name} ${wrong}`);
  for (const [name, right] of [
    ['dayOrders', 10_000n],
    ['leverage', 1n],
    ['nightLock', (1n << 48n) - 2n],
    ['exclusion', BigInt(NOON + 366 * DAY_MS)],
    ['exclusion', undefined],
  ] as const)
    assert.equal(problem(name, right), undefined, `${name} ${right}`);
});

test('the row’s key is the one that checks look for', () => {
  const row = limit('dayLoss');
  assert.equal(kindOf('ownLimits').keyInAccount(row), limitKey(row.name, row.assetId));
});
