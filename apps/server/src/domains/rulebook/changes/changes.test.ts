import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type { FormDocument } from '@tarazu/protocol';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

/* Changes of rules: proposed by one person of staff, published by another, 24 hours ahead, never edited. */

const trader = await openTestApp();
trader.standAt(Date.parse('2026-11-25T12:00:00+05:30'));
const asha = await enterStaff(trader, { name: 'asha', roles: ['risk'] });
const ravi = await enterStaff(trader, { name: 'ravi', roles: ['compliance'] });
const { rulebook } = trader.app;

const newest = (): FormDocument => {
  const document = rulebook.versions(stockChargeRules).at(-1)?.document;
  assert.ok(document);
  return structuredClone(document);
};
const withBrokerage = (brokerage: string): string => {
  const { values, tables } = newest();
  return JSON.stringify({ values: { ...values, brokerage }, tables });
};

const newId = (): string => crypto.randomUUID();
const fieldsOf = (fields: Record<string, string> = {}) => ({
  rule: 'stockCharges',
  effectiveFrom: '2026-11-27',
  document: withBrokerage('1'),
  ...fields,
});
const propose = (by: StaffPerson, fields: Record<string, string> = {}): Promise<TestReply> =>
  by.call('consoleRulePropose', {
    clientId: newId(),
    sourceEnglish: 'Circular 12 of the exchange',
    sourceBengali: 'এক্সচেঞ্জের ১২ নম্বর সার্কুলার',
    ...fieldsOf(fields),
  });
const proposed = async (by: StaffPerson, fields: Record<string, string> = {}): Promise<string> => {
  const reply = await propose(by, fields);
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return textOf(reply.data, 'id');
};
const act = (by: StaffPerson, id: string, name: string, fields: Record<string, string> = {}) =>
  by.call('consoleAct', { clientId: newId(), queue: 'rules', id, act: name, ...fields });
const brokerageAt = (text: string) => rulebook.at(stockChargeRules, Date.parse(`${text}+05:30`)).brokerage;
const publicVersions = async () => {
  const { data } = await trader.call('rulebookVersions', { rule: 'stockCharges' });
  return Array.isArray(data['list']) ? data['list'].map(recordOf) : [];
};

test('another person publishes a change: everybody reads it a day ahead, and it holds from its day on', async () => {
  const id = await proposed(asha, { effectiveFrom: '2026-11-27', document: withBrokerage('5') });
  const seen = (await ravi.call('consoleOpen', { queue: 'rules', id })).data;
  assert.deepEqual(seen['changes'], [{ name: 'brokerage', kind: 'rupees', before: '0', after: '5' }]);
  assert.equal((await act(asha, id, 'publish')).reason, 'STAFF_OWN_DECISION');
  assert.equal((await publicVersions())[0]?.['version'], 'stock-2026-04-01-intraday');
  assert.equal((await act(ravi, id, 'publish')).code, 0);
  const [version] = await publicVersions();
  assert.deepEqual(
    [version?.['version'], version?.['effectiveFrom'], version?.['source']],
    ['stock-2026-11-27', '2026-11-27', 'Circular 12 of the exchange'],
  );
  const home = await Promise.all([asha, ravi].map((one) => one.call('consoleHome')));
  assert.deepEqual(
    version?.['staff'],
    home.map(({ data }) => textOf(recordOf(data['staff']), 'id')),
  );
  assert.deepEqual([brokerageAt('2026-11-26T23:59:59'), brokerageAt('2026-11-27T00:00:00')], [0n, 500n]);
  assert.equal((await act(ravi, id, 'publish')).reason, 'QUEUE_ITEM_DONE');
  const log = (await ravi.call('consoleLog', { limit: '10' })).data['list'];
  const acts = Array.isArray(log) ? log.map((entry) => recordOf(entry)['act']) : [];
  for (const name of ['rules.proposed', 'rules.opened', 'rules.publish'])
    assert.ok(acts.includes(name), name);
});

test('a change comes 24 hours ahead, when it is proposed and when it is published', async () => {
  const noon = trader.nowMs();
  assert.equal((await ravi.call('consoleRules')).data['firstDay'], '2026-11-27');
  for (const effectiveFrom of ['2026-11-26', '2026-11-25', '2020-01-01'])
    assert.equal((await propose(asha, { effectiveFrom })).reason, 'RULE_TOO_SOON', effectiveFrom);
  const id = await proposed(asha, { effectiveFrom: '2026-11-28', document: withBrokerage('7') });
  trader.standAt(Date.parse('2026-11-27T00:00:01+05:30'));
  const late = await enterStaff(trader, { name: 'late', roles: ['risk'] });
  assert.equal((await act(late, id, 'publish')).reason, 'RULE_TOO_SOON');
  await trader.app.scheduler.now('rulebook: changes');
  assert.equal((await act(late, id, 'publish')).reason, 'QUEUE_ITEM_DONE', 'lapsed');
  trader.standAt(noon + DAY_MS * 2);
});

test('two changes of one day, or of what another one changed meanwhile, are not both published', async () => {
  const [one, two] = [
    await enterStaff(trader, { name: 'one', roles: ['risk'] }),
    await enterStaff(trader, { name: 'two', roles: ['risk'] }),
  ];
  const ids = await Promise.all(['8', '9'].map((rupees) => proposed(one, at('2026-12-10', rupees))));
  const after = await proposed(one, at('2026-12-12', '3'));
  const raced = await Promise.all(ids.map((id) => act(two, id, 'publish')));
  assert.deepEqual(raced.map(({ reason }) => reason ?? 'done').sort(), ['RULE_DAY_TAKEN', 'done']);
  assert.equal((await act(two, after, 'publish')).reason, 'RULE_BASE_CHANGED');
  assert.equal((await propose(one, at('2026-12-10', '4'))).reason, 'RULE_DAY_TAKEN');
  const unchanged = { effectiveFrom: '2026-12-20', document: JSON.stringify(newest()) };
  assert.equal((await propose(one, unchanged)).reason, 'RULE_UNCHANGED');

  function at(effectiveFrom: string, rupees: string) {
    return { effectiveFrom, document: withBrokerage(rupees) };
  }
});

test('a proposal is taken back by its owner alone, and refused by another with a reason', async () => {
  const one = await enterStaff(trader, { name: 'three', roles: ['risk'] });
  const two = await enterStaff(trader, { name: 'four', roles: ['compliance'] });
  const first = await proposed(one, { effectiveFrom: '2027-01-05' });
  assert.equal((await act(two, first, 'withdraw')).reason, 'NOT_FOUND');
  assert.equal((await act(one, first, 'refuse', { reason: 'mistake' })).reason, 'STAFF_OWN_DECISION');
  assert.equal((await act(one, first, 'withdraw')).code, 0);
  const second = await proposed(one, { effectiveFrom: '2027-01-05' });
  assert.equal((await act(two, second, 'refuse')).reason, 'INVALID_INPUT');
  assert.equal((await act(two, second, 'refuse', { reason: 'source' })).code, 0);
  assert.ok(!(await publicVersions()).some(({ effectiveFrom }) => effectiveFrom === '2027-01-05'));
});

test('what no form takes is refused with its place, and the same id proposes once', async () => {
  const one = await enterStaff(trader, { name: 'five', roles: ['risk'] });
  const problemOf = async (fields: Record<string, string>) => {
    const reply = await propose(one, { effectiveFrom: '2027-01-06', ...fields });
    assert.equal(reply.reason, 'INVALID_INPUT', JSON.stringify(reply.body));
    return textOf(recordOf(reply.body['detail'] ?? {}), 'problem');
  };
  assert.match(await problemOf({ document: withBrokerage('100.01') }), /^values\.brokerage: /);
  for (const document of ['', 'null', '[]', '{"values":{},"tables":[]}'])
    assert.match(await problemOf({ document }), /^(document|values)/, document);
  for (const effectiveFrom of ['2027-02-30', '0000-01-01', '2040-01-01'])
    assert.match(await problemOf({ effectiveFrom }), /^effectiveFrom: /, effectiveFrom);
  assert.match(await problemOf({ sourceEnglish: ' law ' }), /^sourceEnglish: /);
  assert.equal((await propose(one, { rule: 'prices' })).reason, 'NOT_FOUND');
  const same = { clientId: 'same-change-1', effectiveFrom: '2027-01-06' };
  const twice = await Promise.all([propose(one, same), propose(one, same)]);
  assert.equal(textOf(twice[0]?.data ?? {}, 'id'), textOf(twice[1]?.data ?? {}, 'id'));
  const other = await propose(one, { ...same, effectiveFrom: '2027-01-07' });
  assert.equal(other.reason, 'CLIENT_ID_REUSED');
});

test('what a check shows is what a proposal would change, and nothing is written by it', async () => {
  trader.advance(HOUR_MS);
  const one = await enterStaff(trader, { name: 'six', roles: ['compliance'] });
  trader.advance(MINUTE_MS);
  const asked = { rule: 'stockCharges', effectiveFrom: '2027-02-01', document: withBrokerage('11') };
  const count = async () => (await trader.database.pool.query('select 1 from rule_proposal')).rowCount;
  const before = await count();
  const { data } = await one.call('consoleRuleCheck', asked);
  assert.ok(Array.isArray(data['changes']) && data['changes'].length === 1);
  assert.equal(await count(), before);
});
