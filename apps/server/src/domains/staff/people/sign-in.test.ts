import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { closeStaff } from '#domains/staff/people/store.ts';
import { consoleCall, enterStaff, inviteStaff, STAFF_PASSWORD } from '#domains/staff/test-staff.ts';
import { hashOfToken, newToken } from '#platform/secrets/secrets.ts';
import { withoutPlaces } from '#platform/secrets/test-places.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { type Fields, openTestApp, type TestReply, textOf } from '#test-app.ts';

const trader = await openTestApp();
// A code of an authenticator lives for half a minute: a busy machine must not take longer.
trader.standAt(trader.nowMs());
const { pool } = trader.database;
const WAITS = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'update staff set%'`;

/** A change of a person of staff that ends in the middle of a call, after the call has read that person. */
async function amid(change: (on: pg.PoolClient) => Promise<unknown>, call: () => Promise<TestReply>) {
  const on = await pool.connect();
  try {
    await on.query('begin');
    await change(on);
    const answer = call();
    while ((await pool.query(WAITS)).rowCount === 0);
    await on.query('commit');
    return await answer;
  } finally {
    on.release();
  }
}

async function invited(name: string) {
  const invitation = await inviteStaff(trader, { name, roles: ['risk'] });
  const shown = await consoleCall(trader, 'consoleInvitation', { fields: { name, invitation } });
  const key = textOf(shown.data, 'key');
  const setUp = () => {
    const factor = factorCode(key, trader.nowMs());
    const fields = { name, invitation, password: STAFF_PASSWORD, factor };
    return consoleCall(trader, 'consoleSetUp', { fields });
  };
  return { invitation, setUp };
}

const sessionsOf = async (name: string): Promise<number> => {
  const found = await pool.query('select 1 from staff_session join staff using (staff_id) where name = $1', [
    name,
  ]);
  return found.rowCount ?? 0;
};

test('of two who take an invitation up at once one enters', async () => {
  const { setUp } = await invited('twice');
  const replies = await Promise.all([setUp(), setUp()]);
  assert.deepEqual(replies.map(({ reason }) => reason).sort(), ['STAFF_INVITATION', undefined]);
  assert.equal(await sessionsOf('twice'), 1);
});

test('an invitation that is replaced or withdrawn while it is taken up is worth nothing', async () => {
  const replaced = await invited('replaced');
  const withNew = [Buffer.from(hashOfToken(newToken()), 'hex'), 'replaced'];
  const renew = (on: pg.PoolClient) =>
    on.query('update staff set invitation_hash = $1 where name = $2', withNew);
  assert.equal((await amid(renew, replaced.setUp)).reason, 'STAFF_INVITATION');
  const over = await invited('over');
  const end = (on: pg.PoolClient) =>
    on.query(`update staff set invited_until = $1 where name = 'over'`, [new Date(trader.nowMs())]);
  assert.equal((await amid(end, over.setUp)).reason, 'STAFF_INVITATION');
  const closed = await invited('closed');
  const close = (on: pg.PoolClient) => on.query(`update staff set closed_at = now() where name = 'closed'`);
  assert.equal((await amid(close, closed.setUp)).reason, 'STAFF_INVITATION');
  for (const name of ['replaced', 'over', 'closed']) assert.equal(await sessionsOf(name), 0, name);
});

test('whoever is closed or invited anew in the middle of a sign-in is not let in', async () => {
  for (const name of ['leaver', 'renewed']) {
    const { key, call } = await enterStaff(trader, { name, roles: ['risk'] });
    await call('consoleSignOut');
    trader.advance(MINUTE_MS);
    const fields = { name, password: STAFF_PASSWORD, factor: factorCode(key, trader.nowMs()) };
    const signIn = () => consoleCall(trader, 'consoleSignIn', { fields });
    const change = async (on: pg.PoolClient) => {
      if (name === 'leaver') await closeStaff(on, name, trader.nowMs());
      else await on.query('update staff set password_hash = null where name = $1', [name]);
    };
    assert.equal((await amid(change, signIn)).reason, 'STAFF_SIGN_IN_FAILED', name);
    assert.equal(await sessionsOf(name), 0, name);
  }
});

test('whoever guesses at a name is locked out, never the person (trial 30)', async () => {
  const { key, deviceToken } = await enterStaff(trader, { name: 'asked', roles: ['risk'] });
  const guesser = '198.51.100.9';
  const enter = (address: string, more: Fields = {}) => {
    trader.advance(MINUTE_MS / 2);
    const fields = {
      name: 'asked',
      password: STAFF_PASSWORD,
      factor: factorCode(key, trader.nowMs()),
      ...more,
    };
    return consoleCall(trader, 'consoleSignIn', { fields, address });
  };
  const wrong = { password: 'a wrong password' };
  for (let tries = 0; tries < 5; tries += 1)
    assert.equal((await enter(guesser, wrong)).reason, 'STAFF_SIGN_IN_FAILED');
  assert.equal((await enter(guesser)).reason, 'STAFF_LOCKED');
  assert.equal((await enter('203.0.113.7')).code, 0, 'elsewhere');
  const stranger = await enter(guesser, { deviceToken: 'A'.repeat(43) });
  assert.equal(stranger.reason, 'STAFF_LOCKED', 'a secret that somebody made up');
  const other = await enterStaff(trader, { name: 'colleague', roles: ['risk'] });
  assert.equal((await enter(guesser, { deviceToken: other.deviceToken })).reason, 'STAFF_LOCKED');
  const made = await enter('203.0.113.7', { deviceToken: 'A'.repeat(43) });
  assert.notEqual(made.data['deviceToken'], 'A'.repeat(43), 'a device does not make up its own');
  const known = await enter(guesser, { deviceToken });
  assert.equal(known.code, 0, 'at a device of before, in the network of the guesser');
  assert.equal(known.data['deviceToken'], deviceToken);
  for (let network = 0; network < 24; network += 1)
    for (let tries = 0; tries < 5; tries += 1) {
      const fields = { name: 'asked', factor: '000000', ...wrong };
      await consoleCall(trader, 'consoleSignIn', { fields, address: `192.0.2.${network}` });
    }
  assert.equal((await enter('203.0.113.8')).reason, 'STAFF_LOCKED', 'many networks are bounded together');
  assert.equal((await enter('203.0.113.8', { deviceToken })).code, 0, 'and hold no device up');
  await inviteStaff(trader, { name: 'asked', roles: ['risk'] });
  const gone = await consoleCall(trader, 'consoleSignIn', {
    fields: { name: 'asked', factor: '000000', ...wrong, deviceToken },
    address: guesser,
  });
  assert.notEqual(gone.code, 0);
  assert.equal(
    (await pool.query(`select 1 from staff_device join staff using (staff_id) where name = 'asked'`))
      .rowCount,
    0,
  );
});

test('a sign-in that finds no place to be hashed is no try', async () => {
  const failures = async () => (await pool.query('select 1 from staff_failure')).rowCount;
  const before = await failures();
  const fields = { name: 'placeless', password: STAFF_PASSWORD, factor: '000000' };
  const signIn = () => consoleCall(trader, 'consoleSignIn', { fields });
  assert.equal((await withoutPlaces('staff-password', signIn)).reason, 'OVERLOADED');
  assert.equal(await failures(), before);
  assert.equal((await signIn()).reason, 'STAFF_SIGN_IN_FAILED');
  assert.notEqual(await failures(), before);
});
