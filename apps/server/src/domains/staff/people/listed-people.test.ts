import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { closeStaff } from '#domains/staff/people/store.ts';
import { enterStaff, inviteStaff } from '#domains/staff/test-staff.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

/* The staff as an admin sees them, and searches of their log. */

const trader = await openTestApp();
trader.standAt(trader.nowMs());
const admin = await enterStaff(trader, { name: 'admin', roles: ['admin'] });
await enterStaff(trader, { name: 'asha', roles: ['support', 'risk'] });
await enterStaff(trader, { name: 'ravi.k', roles: ['compliance'] });

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

async function people(fields: Record<string, string> = {}) {
  const { data } = await admin.call('consolePeople', fields);
  return { list: listOf(data['list']), next: data['next'] };
}

test('everybody is listed with roles, state and sessions, page by page, and found by name, number or role', async () => {
  await inviteStaff(trader, { name: 'late', roles: ['risk'] });
  await closeStaff(trader.database.pool, 'ravi.k', trader.nowMs());
  const { list } = await people();
  assert.deepEqual(
    list.map((one) => [one['name'], one['state'], listOf(one['sessions']).length]),
    [
      ['admin', 'open', 1],
      ['asha', 'open', 1],
      ['late', 'invited', 0],
      ['ravi.k', 'closed', 0],
    ],
  );
  const first = await people({ limit: '3' });
  const rest = await people({ limit: '3', cursor: String(first.next) });
  assert.deepEqual([...first.list, ...rest.list], list);
  assert.equal(rest.next, undefined);
  const found = async (search: string) => (await people({ search })).list.map((one) => one['name']);
  assert.deepEqual(await found('RAVI.'), ['ravi.k']);
  assert.deepEqual(await found('risk'), ['asha', 'late']);
  assert.deepEqual(await found(textOf(list[0] ?? {}, 'id')), ['admin']);
  assert.deepEqual(await found('%'), []);
  trader.advance(DAY_MS);
  const again = await enterStaff(trader, { name: 'admin2', roles: ['auditor'] });
  const later = listOf((await again.call('consolePeople', { search: 'late' })).data['list']);
  assert.equal(later[0]?.['state'], 'lapsed');
});

test('an admin ends the sessions of somebody, and makes nobody', async () => {
  const chief = await enterStaff(trader, { name: 'chief', roles: ['admin'] });
  const away = await enterStaff(trader, { name: 'away', roles: ['support'] });
  const list = listOf((await chief.call('consolePeople', { search: 'away' })).data['list']);
  const id = textOf(list[0] ?? {}, 'id');
  assert.equal((await chief.call('consolePersonSignOut', { id: '999999' })).reason, 'NOT_FOUND');
  assert.equal((await chief.call('consolePersonSignOut', { id })).code, 0);
  assert.equal((await away.call('consoleHome')).reason, 'SIGN_IN_NEEDED');
  const log = listOf((await chief.call('consoleLog')).data['list']);
  assert.deepEqual([log[0]?.['act'], log[0]?.['what']], ['signedOut', id]);
});

test('the log is searched by who, by what and by whom, newest first and page by page', async () => {
  const auditor = await enterStaff(trader, { name: 'auditor', roles: ['auditor'] });
  const search = async (fields: Record<string, string>) => {
    const { data } = await auditor.call('consoleLog', fields);
    return { list: listOf(data['list']), next: data['next'] };
  };
  const names = ({ list }: Awaited<ReturnType<typeof search>>) =>
    list.map((one) => [recordOf(one['staff'])['name'], one['act']]);
  assert.deepEqual(names(await search({ search: 'asha' })), [
    ['asha', 'setUp'],
    ['asha', 'invited'],
  ]);
  const setUps = names(await search({ search: 'setup' }));
  assert.ok(setUps.length > 5 && setUps.every(([, act]) => act === 'setUp'), JSON.stringify(setUps));
  const both = names(await search({ search: 'ravi', acts: 'signedOut' }));
  assert.deepEqual(new Set(both.map(([, act]) => act)), new Set(['signedOut', 'setUp', 'invited']));
  assert.deepEqual(names(await search({ search: 'nothing of that kind' })), []);
  const first = await search({ search: 'setUp', limit: '2' });
  const rest = await search({ search: 'setUp', cursor: String(first.next) });
  assert.deepEqual([...names(first), ...names(rest)], setUps);
});

test('an export is an entry before its pages are read, by who may read them', async () => {
  const auditor = await enterStaff(trader, { name: 'exporter', roles: ['auditor'] });
  assert.equal((await auditor.call('consoleExport', { list: 'identity' })).code, 0);
  const [entry] = listOf((await auditor.call('consoleLog', { limit: '1' })).data['list']);
  assert.deepEqual([entry?.['act'], entry?.['what']], ['exported', 'identity']);
  const support = await enterStaff(trader, { name: 'no-exporter', roles: ['support'] });
  for (const list of ['log', 'people', 'identity'])
    assert.equal((await support.call('consoleExport', { list })).reason, 'STAFF_ROLE', list);
  assert.equal((await support.call('consoleExport', { list: 'chat' })).code, 0);
  for (const list of ['nothing', 'constructor'])
    assert.equal((await support.call('consoleExport', { list })).reason, 'NOT_FOUND', list);
});
