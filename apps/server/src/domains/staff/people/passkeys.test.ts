import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import {
  assertionOf,
  type Ceremony,
  newTestPasskey,
  registrationOf,
  type TestPasskey,
} from '#domains/security/passkeys/test-passkeys.ts';
import { close } from '#domains/staff/people/invite.ts';
import {
  consoleCall,
  enterStaff,
  inviteStaff,
  STAFF_PASSWORD,
  type StaffPerson,
} from '#domains/staff/test-staff.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

const trader = await openTestApp();
trader.standAt(trader.nowMs());
const { pool } = trader.database;

async function begun(staff: StaffPerson, passkey: TestPasskey): Promise<string> {
  trader.advance(MINUTE_MS);
  const factor = factorCode(staff.key, trader.nowMs());
  const { data, body } = await staff.call('consolePasskeyBegin', { password: STAFF_PASSWORD, factor });
  assert.equal(data['host'], 'localhost', JSON.stringify(body));
  passkey.userHandle = textOf(data, 'userHandle');
  return textOf(data, 'challenge');
}

async function withPasskey(name: string) {
  const staff = await enterStaff(trader, { name, roles: ['risk'] });
  const passkey = newTestPasskey();
  const challenge = await begun(staff, passkey);
  const fields = { name: 'Key', credential: registrationOf(passkey, { challenge }) };
  const added = await staff.call('consolePasskeyAdd', fields);
  assert.equal(added.code, 0, JSON.stringify(added.body));
  return { staff, passkey, id: textOf(added.data, 'id'), fields };
}

const ask = async (): Promise<string> =>
  textOf((await consoleCall(trader, 'consolePasskeyAsk')).data, 'challenge');

async function enter(passkey: TestPasskey, of: Partial<Ceremony> = {}, count?: number): Promise<TestReply> {
  const credential = assertionOf(passkey, { challenge: await ask(), ...of }, count);
  return consoleCall(trader, 'consolePasskeySignIn', { fields: { credential } });
}

async function state(): Promise<string> {
  const passkeys = await pool.query('select p::text from staff_passkey p order by passkey_id');
  const sessions = await pool.query('select count(*)::int4 from staff_session');
  return JSON.stringify([passkeys.rows, sessions.rows]);
}

test('a passkey is added after password and authenticator, and lets in by itself; both are in the log', async () => {
  const { passkey } = await withPasskey('keeper');
  const entered = await enter(passkey);
  assert.equal(entered.code, 0, JSON.stringify(entered.body));
  const token = textOf(entered.data, 'token');
  const home = await consoleCall(trader, 'consoleHome', { token });
  assert.equal(recordOf(home.data['staff'])['name'], 'keeper');
  const log = await consoleCall(trader, 'consoleLog', { token });
  const { list } = log.data;
  const acts = Array.isArray(list) ? list.map((entry) => recordOf(entry)['act']) : [];
  assert.deepEqual(acts.slice(0, 2), ['signIn', 'passkeyAdded']);
});

test('no passkey is begun with a wrong password, a wrong code or a code that was taken', async () => {
  const staff = await enterStaff(trader, { name: 'careful', roles: ['risk'] });
  const begin = async (password: string, factor: string) =>
    (await staff.call('consolePasskeyBegin', { password, factor })).reason;
  const used = factorCode(staff.key, trader.nowMs());
  assert.equal(await begin(STAFF_PASSWORD, used), 'STAFF_PROOF_WRONG', 'taken at the set-up');
  trader.advance(MINUTE_MS);
  const next = factorCode(staff.key, trader.nowMs());
  assert.equal(await begin('another password', next), 'STAFF_PROOF_WRONG');
  const wrong = factorCode(staff.key, trader.nowMs() + 100 * MINUTE_MS);
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal(await begin(STAFF_PASSWORD, wrong), 'STAFF_PROOF_WRONG');
  assert.equal(await begin(STAFF_PASSWORD, next), 'STAFF_LOCKED');
});

test('anything wrong with a passkey gets one answer and changes nothing', async () => {
  const { staff, passkey, fields } = await withPasskey('guarded');
  const other = await withPasskey('colleague');
  const elsewhere = registrationOf(newTestPasskey(), { challenge: await begun(staff, newTestPasskey()) });
  const own = await begun(other.staff, newTestPasskey());
  const customers = textOf((await trader.call('passkeyAsk')).data, 'challenge');
  const before = await state();
  const signed = { challenge: await ask() };
  const replies = [
    await staff.call('consolePasskeyAdd', fields),
    await other.staff.call('consolePasskeyAdd', { name: 'Key', credential: elsewhere }),
    await enter(newTestPasskey()),
    await enter(passkey, { challenge: customers }),
    await enter(passkey, { challenge: own }),
    await enter(passkey, { origin: 'https://tarazu.evil.example' }),
    await enter(passkey, { host: 'evil.example' }),
    await enter(passkey, { flags: 0x01 }),
    await enter({ ...passkey, userHandle: other.passkey.userHandle }),
    await enter({ ...passkey, key: other.passkey.key }),
    await consoleCall(trader, 'consolePasskeySignIn', { fields: { credential: '{}' } }),
    await trader.call('passkeyLogin', { credential: assertionOf(passkey, { challenge: customers }) }),
  ];
  for (const { status, reason, body } of replies)
    assert.deepEqual([status, reason], [401, 'PASSKEY_REFUSED'], JSON.stringify(body));
  assert.equal(await state(), before);
  const credential = assertionOf(passkey, signed, 0);
  const once = () => consoleCall(trader, 'consolePasskeySignIn', { fields: { credential } });
  assert.equal((await once()).code, 0);
  assert.equal((await once()).reason, 'PASSKEY_REFUSED', 'replayed');
  assert.equal((await enter(passkey, {}, 9)).code, 0);
  assert.equal((await enter(passkey, {}, 8)).reason, 'PASSKEY_REFUSED', 'a counter that went back');
});

test('a passkey ends with its person, with a new invitation, and by its owner’s hand alone', async () => {
  const gone = await withPasskey('leaver');
  await close(pool, 'leaver', trader.nowMs());
  assert.equal((await enter(gone.passkey)).reason, 'PASSKEY_REFUSED');
  const renewed = await withPasskey('renewed');
  await inviteStaff(trader, { name: 'renewed', roles: ['risk'] });
  assert.equal((await enter(renewed.passkey)).reason, 'PASSKEY_REFUSED');
  const { rows } = await pool.query(`select 1 from staff_passkey join staff s using (staff_id)
    where s.name in ('leaver', 'renewed')`);
  assert.equal(rows.length, 0);
  for (const end of ['closed_at = now()', 'password_hash = null']) {
    const { passkey: left } = await withPasskey(`ended-${end.startsWith('closed') ? 'one' : 'two'}`);
    await pool.query(`update staff set ${end} where name like 'ended-%'`);
    assert.equal((await enter(left)).reason, 'PASSKEY_REFUSED', end);
  }
  const { staff, passkey, id } = await withPasskey('owner');
  const other = await withPasskey('meddler');
  assert.equal((await other.staff.call('consolePasskeyRemove', { id })).reason, 'NOT_FOUND');
  assert.equal((await enter(passkey)).code, 0);
  assert.equal((await staff.call('consolePasskeyRemove', { id })).code, 0);
  assert.deepEqual((await staff.call('consolePasskeyList')).data['list'], []);
  assert.equal((await enter(passkey)).reason, 'PASSKEY_REFUSED');
});
