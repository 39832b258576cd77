import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormDocument } from '@tarazu/protocol';
import { calendarRulesOf } from '#market/calendar/calendar-rules.ts';
import { FAMILIES_ABROAD } from '#market/calendar/test-calendars.ts';
import { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { documentProblem, readDocument } from '#platform/forms/read-document.ts';
import { dayFromText } from '#platform/time/days.ts';
import { correctionRules } from '#rules/families/corrections.ts';
import { holidays } from '#rules/families/holidays.ts';
import { identityLimits } from '#rules/families/identity-limits.ts';
import { sessions } from '#rules/families/sessions.ts';
import { spotChargeRules } from '#rules/families/spot-charges.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import type { RuleFamily } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { openRulebook, seedRulebook } from '#rules/rulebook.ts';
import { addVersion } from '#rules/store.ts';

const ist = (text: string): number => Date.parse(`${text}+05:30`);
const NOW_MS = ist('2026-11-20T12:00:00');
const database = await openTestDatabase();
const { pool } = database;

/** The newest document of a family with some values changed. */
function changed(family: RuleFamily, change: (document: FormDocument) => void): FormDocument {
  const document = structuredClone(family.seeds.at(-1)?.document);
  assert.ok(document);
  change(document);
  return document;
}

const problemIn = (family: RuleFamily, change: (document: FormDocument) => void): string | undefined => {
  const document = changed(family, change);
  return documentProblem(family.form, document) ?? family.problem?.(document);
};

for (const { name, prefix, form, problem, seeds } of new Set([...RULE_FAMILIES, ...FAMILIES_ABROAD]))
  test(`the first versions of ${name} are what their form takes, and are named after it`, () => {
    assert.ok(seeds.length > 0);
    for (const { version, effectiveFrom, document, source } of seeds) {
      assert.equal(documentProblem(form, document) ?? problem?.(document), undefined, version);
      assert.ok(version.startsWith(`${prefix}-${effectiveFrom}`), version);
      assert.ok(source['en-US'] !== '' && source['bn-BN'] !== '');
    }
    const days = seeds.map(({ effectiveFrom }) => effectiveFrom);
    assert.deepEqual(days, [...days].sort());
  });

test('a version of corrections without a bound of a day allows five of the greatest, as the next one says', () => {
  const [first, next] = correctionRules.seeds.map(({ document }) =>
    correctionRules.rowOf(document, { version: '', effectiveFromMs: 0 }),
  );
  assert.deepEqual(first?.mostOfDay, next?.mostOfDay);
  assert.equal(next?.mostOfDay.get('INR'), 500_000n);
});

test('a document has exactly the fields of its form, each within its bounds', () => {
  const { form } = stockChargeRules;
  const document = changed(stockChargeRules, () => undefined);
  const read = (change: Record<string, unknown>) => {
    const reading = readDocument(form, JSON.stringify({ ...document, ...change }));
    return reading.ok ? undefined : reading.problem;
  };
  const values = (change: Record<string, string>) => read({ values: { ...document.values, ...change } });
  assert.equal(read({}), undefined);
  assert.equal(values({ brokerage: '100' }), undefined);
  assert.equal(values({ brokerage: '100.01' }), 'values.brokerage: must be at most 100');
  assert.equal(values({ brokerage: '' }), 'values.brokerage: is missing');
  assert.equal(values({ securitiesTaxRate: '1.0000001' })?.startsWith('values.securitiesTaxRate: '), true);
  for (const wrong of ['-1', '1e1', ' 1', '01', '.5', '1.', '०.१', '1,0', 'NaN', '1\n'])
    assert.ok(values({ stampDutyRate: wrong })?.startsWith('values.stampDutyRate: '), wrong);
  assert.equal(values({ price: '1' }), 'values.price: is not a field of this document');
  assert.equal(read({ tables: { tiers: [] } }), 'tables.tiers: is not a table of this document');
  for (const unfit of ['', '[]', '{}', 'null', '{"values":{}}', '{"values":{"brokerage":1},"tables":{}}'])
    assert.equal(readDocument(form, unfit).ok, false, unfit);
  assert.equal(read({ more: 1 }), 'document: must be JSON of values and tables');
});

test('parts that do not fit each other are named', () => {
  const row = (document: FormDocument, table: string, place: number) => document.tables[table]?.[place] ?? {};
  assert.equal(
    problemIn(spotChargeRules, (document) => (row(document, 'tiers', 2)['volumeMinInr'] = '500000')),
    'tables.tiers.3.volumeMinInr: must be more than in the row before',
  );
  assert.equal(
    problemIn(identityLimits, (document) => (row(document, 'levels', 1)['tradesReal'] = 'no')),
    undefined,
  );
  assert.equal(
    problemIn(identityLimits, (document) => (row(document, 'levels', 1)['bankWithdrawalDayMax'] = '1')),
    'tables.levels.2.bankWithdrawalDayMax: must not be less than in the row before',
  );
  assert.equal(
    problemIn(sessions, (document) => (row(document, 'otherShares', 2)['from'] = '09:30')),
    'tables.otherShares: must have continuous trading from 09:15',
  );
  assert.equal(
    problemIn(sessions, (document) => (row(document, 'otherShares', 3)['from'] = '15:29')),
    'tables.otherShares.4.from: must not overlap the row before',
  );
  assert.equal(
    problemIn(sessions, (document) => (document.values['otherSquareOff'] = '15:30')),
    'values.otherSquareOff: must lie within continuous trading',
  );
});

test('an exchange that rests for longer than ten days is refused', () => {
  const problem = problemIn(holidays, (document) => {
    // From Monday, 2 August 2027, over two weekends.
    const days = [2, 3, 4, 5, 6, 9, 10, 11].map((day) => ({
      ...{ day: `2027-08-${String(day).padStart(2, '0')}`, provisional: 'no' },
      ...{ name: 'Rest', nameBengali: 'ছুটি' },
    }));
    const rows = [...(document.tables['holidays'] ?? []), ...days];
    document.tables['holidays'] = rows.sort((one, other) =>
      (one['day'] ?? '') < (other['day'] ?? '') ? -1 : 1,
    );
  });
  assert.match(problem ?? '', /^tables\.holidays\.\d+\.day: must leave a trading day within 10 days$/);
});

test('a new database has the first versions; a second start adds none', async () => {
  const first = await openRulebook(pool, NOW_MS);
  for (const family of RULE_FAMILIES)
    assert.deepEqual(
      first.versions(family).map(({ version }) => version),
      family.seeds.map(({ version }) => version),
    );
  assert.deepEqual(first.at(stockChargeRules, NOW_MS), seedRulebook.at(stockChargeRules, NOW_MS));
  const count = async () => (await pool.query('select 1 from rule_version')).rowCount;
  const before = await count();
  await openRulebook(pool, NOW_MS);
  assert.equal(await count(), before);
});

test('a version holds from 00:00 of its day on, and what was before stays', async () => {
  const rulebook = await openRulebook(pool, NOW_MS);
  const document = changed(stockChargeRules, ({ values }) => (values['brokerage'] = '1'));
  await addVersion(pool, {
    ...{ family: 'stockCharges', version: 'stock-2026-12-01', effectiveFrom: '2026-12-01', document },
    ...{ source: { 'en-US': 'Test', 'bn-BN': 'Test' }, staff: ['111111', '222222'], nowMs: NOW_MS },
  });
  let told = 0;
  const stop = rulebook.onChange(() => (told += 1));
  await rulebook.reload(pool);
  stop();
  assert.equal(told, 1);
  const brokerageAt = (text: string) => rulebook.at(stockChargeRules, ist(text)).brokerage;
  assert.equal(brokerageAt('2026-11-30T23:59:59'), 0n);
  assert.equal(brokerageAt('2026-12-01T00:00:00'), 100n);
  assert.equal(rulebook.inForce(stockChargeRules, ist('2026-03-31T12:00:00')), undefined);
});

test('a list of holidays says it of its own days: what is over keeps the list of then', async () => {
  const rulebook = await openRulebook(pool, NOW_MS);
  const calendar = new TradingCalendar(calendarRulesOf(rulebook));
  const [over, ahead] = [dayFromText('2026-10-02'), dayFromText('2026-12-24')];
  assert.deepEqual([calendar.isTradingDay(over), calendar.isTradingDay(ahead)], [false, true]);
  const document = changed(holidays, ({ tables }) => {
    tables['holidays'] = [
      { day: '2026-12-24', name: 'Election', nameBengali: 'নির্বাচন', provisional: 'no' },
      { day: '2026-12-25', name: 'Christmas', nameBengali: 'বড়দিন', provisional: 'no' },
    ];
  });
  await addVersion(pool, {
    ...{ family: 'holidays', version: 'holidays-2026-12-01', effectiveFrom: '2026-12-01', document },
    ...{ source: { 'en-US': 'Test', 'bn-BN': 'Test' }, staff: ['111111', '222222'], nowMs: NOW_MS },
  });
  await rulebook.reload(pool);
  calendar.follow(calendarRulesOf(rulebook));
  assert.deepEqual([calendar.isTradingDay(over), calendar.isTradingDay(ahead)], [false, false]);
  assert.equal(calendar.isTradingDay(dayFromText('2026-11-24')), false, 'by the list of before');
  assert.equal(
    calendar.isTradingDay(dayFromText('2027-01-26')),
    false,
    'a year without a list has the fixed ones',
  );
});

test('a version that a newer program brings holds from tomorrow on at the earliest', async () => {
  await pool.query("delete from rule_version where version = 'after-market-2026-04-01'");
  await pool.query(
    `insert into rule_version (version, family, effective_from, document, source, staff, published_at)
     select 'after-market-2020-01-01', family, '2020-01-01', document, source, staff, published_at
       from (select 'afterMarketTimes' as family, '{"values":{"from":"17:00","until":"08:00"},"tables":{}}'::jsonb as document,
         '{"en-US":"a","bn-BN":"b"}'::jsonb as source, '{}'::text[] as staff, now() as published_at) as old`,
  );
  const rulebook = await openRulebook(pool, NOW_MS);
  const days = rulebook
    .versions({ name: 'afterMarketTimes' })
    .map(({ version, effectiveFrom }) => [version, effectiveFrom]);
  assert.deepEqual(days, [
    ['after-market-2020-01-01', '2020-01-01'],
    ['after-market-2026-04-01', '2026-11-21'],
  ]);
});
