import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarketKey, marketKeyProblem } from '@tarazu/core/proof';
import { DayKeys } from '#market/identity/day-keys.ts';
import { dayKeyReferences } from '#market/session/day-key-references.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

const firstDay = dayFromText('2026-11-22');
const keys = new DayKeys({ secret: Buffer.alloc(16, 7), firstDay, marketNumber: 1 });
const HOUR_MS = 3_600_000;

/** A market that tells what is due, as the engine would take it. */
class Teller {
  readonly told = new Map<string, MarketKey>();

  tell(atMs: number): MarketKey[] {
    const references = dayKeyReferences({
      keys,
      atMs,
      knows: (key) => this.told.has(key),
      isPublished: (key) => this.told.get(key)?.key !== undefined,
    });
    return references.map(({ key, command }) => {
      assert.ok(command.type === 'rules.set' && command.marketKey);
      assert.equal(marketKeyProblem(this.told.get(key), command.marketKey), undefined);
      this.told.set(key, command.marketKey);
      return command.marketKey;
    });
  }

  /** Days whose key is told. */
  days(): string[] {
    return [...this.told.values()].flatMap(({ day, key }) => (key === undefined ? [] : [day]));
  }
}

test('the hash of a day is out before it begins anywhere, its key when it is over everywhere (trial 4)', () => {
  const teller = new Teller();
  const startMs = dayStartMs(firstDay, 'UTC') + 10 * HOUR_MS;
  assert.deepEqual(
    teller.tell(startMs).map(({ day, key }) => [day, key]),
    ['2026-11-22', '2026-11-23', '2026-11-24'].map((day) => [day, undefined]),
  );
  assert.deepEqual(teller.tell(startMs), [], 'once');
  const midnightMs = dayStartMs(firstDay + 1, 'UTC');
  teller.tell(midnightMs - 1);
  assert.deepEqual(teller.days(), [], 'shares of that day have long closed, coins have not');
  teller.tell(midnightMs);
  assert.deepEqual(teller.days(), ['2026-11-22']);
  assert.equal(teller.told.get('marketKey:2026-11-22')?.key, keys.keyOf(firstDay).toString('hex'));
});

test('days on which the server rested are told too, because later ones go on from them (trial 4)', () => {
  const teller = new Teller();
  teller.tell(dayStartMs(firstDay, 'UTC'));
  const laterMs = dayStartMs(firstDay + 200, 'UTC');
  for (let round = 0; round < 20; round += 1) {
    const count = teller.tell(laterMs).length;
    assert.ok(count <= 60);
    if (count === 0) break;
  }
  assert.equal(teller.days().length, 200);
});
