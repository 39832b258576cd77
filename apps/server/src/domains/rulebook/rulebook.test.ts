import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { readPublishedRules } from '#rules/published.ts';
import { addVersion } from '#rules/store.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { pool } = trader.database;

function listOf(value: unknown): unknown[] {
  assert.ok(Array.isArray(value));
  return value;
}

/** Another version of the charges and of the holidays, as two people would publish it. */
async function publish(family: string, version: string, change: (text: string) => string): Promise<void> {
  const seed = RULE_FAMILIES.find(({ name }) => name === family)?.seeds.at(-1);
  assert.ok(seed);
  await addVersion(pool, {
    ...{ family, version, effectiveFrom: '2026-12-01', staff: ['111111', '222222'] },
    document: JSON.parse(change(JSON.stringify(seed.document))),
    source: { 'en-US': 'Law', 'bn-BN': 'আইন' },
    nowMs: trader.nowMs(),
  });
}
await publish('stockCharges', 'stock-2026-12-01', (text) => text.replace('"0.1"', '"0.125"'));
await publish('holidays', 'holidays-2026-12-01', (text) =>
  text.replace(/\{"day":"2026-01-15".*?\},/, '').replace('"Christmas"', '"Christmas Day"'),
);
await trader.app.rulebook.reload(pool);

const rulesOf = async (fields: Record<string, string>, language = 'en-US') => {
  const reply = await trader.call('rulebook', fields, { headers: { 'accept-language': language } });
  return new Map(listOf(reply.data['rules']).map((rule) => [textOf(recordOf(rule), 'rule'), recordOf(rule)]));
};
const versionOn = async (rule: string, day: string) => {
  const found = (await rulesOf({ day })).get(rule)?.['inForce'];
  return found === undefined ? undefined : textOf(recordOf(found), 'version');
};

test('the rulebook says what holds on a day, what comes next, and what did not hold yet', async () => {
  assert.equal(await versionOn('stockCharges', '2026-11-30'), 'stock-2026-04-01-intraday');
  assert.equal(await versionOn('stockCharges', '2026-12-01'), 'stock-2026-12-01');
  assert.equal(await versionOn('stockCharges', '2026-03-31'), undefined);
  const rules = await rulesOf({});
  assert.deepEqual(rules.get('stockCharges')?.['next'], {
    version: 'stock-2026-12-01',
    effectiveFrom: '2026-12-01',
  });
  for (const { name } of RULE_FAMILIES) assert.ok(rules.has(name), name);
  const sections = [...rules.values()].map(({ section }) => String(section));
  assert.ok(sections.indexOf('2.2') < sections.indexOf('2.14'), 'sections as numbers');
});

test('rules of the program are read from the code that decides by them', async () => {
  const orders = recordOf((await rulesOf({})).get('orders')?.['program']);
  const values = new Map(
    listOf(orders['values']).map((value) => [recordOf(value)['name'], recordOf(value)['value']]),
  );
  assert.deepEqual(
    ['ttlMax', 'gttLife', 'trailMax', 'openOrdersMax', 'collarTimes'].map((name) => values.get(name)),
    ['120', '365', '10.00', '200', '5'],
  );
});

test('every version of a rule is there, newest first, page by page, with who published it', async () => {
  const first = await trader.call('rulebookVersions', { rule: 'stockCharges', limit: '1' });
  const [newest] = listOf(first.data['list']).map(recordOf);
  assert.deepEqual([newest?.['version'], newest?.['staff']], ['stock-2026-12-01', ['111111', '222222']]);
  const next = textOf(first.data, 'next');
  const second = await trader.call('rulebookVersions', { rule: 'stockCharges', limit: '1', cursor: next });
  const [oldest] = listOf(second.data['list']).map(recordOf);
  assert.deepEqual([oldest?.['version'], second.data['next']], ['stock-2026-04-01-intraday', undefined]);
  assert.notEqual(newest?.['hash'], oldest?.['hash']);
  assert.equal(
    (await trader.call('rulebookVersions', { rule: 'stockCharges', cursor: 'stock-1' })).status,
    400,
  );
  assert.equal((await trader.call('rulebookVersions', { rule: 'nothing' })).reason, 'NOT_FOUND');
});

test('a version is found by the name that postings carry, and says its source in both languages', async () => {
  const one = async (version: string, language: string) =>
    (await trader.call('rulebookVersion', { version }, { headers: { 'accept-language': language } })).data;
  assert.deepEqual((await one('stock-2026-12-01', 'en-US'))['source'], 'Law');
  assert.deepEqual((await one('stock-2026-12-01', 'bn-BN'))['source'], 'আইন');
  assert.equal((await one('stock-2026-12-01', 'bn-BN'))['rule'], 'stockCharges');
  assert.equal((await trader.call('rulebookVersion', { version: 'stock-2026-12-02' })).reason, 'NOT_FOUND');
});

test('the difference of two days names each value, and each row by what it is known by', async () => {
  const { data } = await trader.call('rulebookDiff', { from: '2026-11-30', to: '2026-12-01' });
  const [charges, holidays, ...others] = listOf(data['rules']).map(recordOf);
  assert.deepEqual(charges?.['changes'], [
    { name: 'securitiesTaxRate', kind: 'percent', before: '0.1', after: '0.125' },
  ]);
  const changes = listOf(holidays?.['changes']).map(recordOf);
  assert.deepEqual(
    changes.filter(({ row }) => row === '2026-12-25'),
    [
      {
        table: 'holidays',
        row: '2026-12-25',
        name: 'name',
        kind: 'text',
        before: 'Christmas',
        after: 'Christmas Day',
      },
    ],
  );
  assert.ok(
    changes.some(
      ({ row, name, before, after }) =>
        row === '2026-01-15' && name === 'name' && before !== undefined && after === undefined,
    ),
  );
  assert.deepEqual(others, []);
  const back = await trader.call('rulebookDiff', { from: '2026-12-01', to: '2026-12-01' });
  assert.deepEqual(back.data['rules'], []);
});

test('days that no calendar has are refused', async () => {
  for (const day of ['2026-02-30', '0000-01-01', '2026-13-01']) {
    assert.equal((await trader.call('rulebook', { day })).reason, 'INVALID_INPUT', day);
    assert.equal(
      (await trader.call('rulebookDiff', { from: day, to: '2026-12-01' })).reason,
      'INVALID_INPUT',
      day,
    );
  }
  assert.equal((await trader.call('rulebook', { day: '9999-12-31' })).status, 200);
});

test('whoever reads the public call has the same rules', async () => {
  const read = await readPublishedRules(
    async (fields) => (await trader.call('rulebookVersions', { ...fields })).data,
  );
  for (const family of RULE_FAMILIES)
    assert.deepEqual(read.rows(family), trader.app.rulebook.rows(family), family.name);
  assert.equal(
    read.at(stockChargeRules, Date.parse('2026-12-01T00:00:00+05:30')).version,
    'stock-2026-12-01',
  );
});
