import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { auditHeads } from '#domains/proof/heads-audit.ts';
import { HeadMaker } from '#domains/proof/log/head-maker.ts';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { RecentLeaves } from '#domains/proof/log/recent-leaves.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openSigningKey } from '#platform/secrets/signing-key.ts';
import { openTestApp } from '#test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-heads-'));
const keyFile = join(folder, 'secret.key');
const secrets = openSecrets({ keyFile, mayBeMade: true });
after(() => rmSync(folder, { recursive: true, force: true }));
const { app, database } = await openTestApp({
  environment: { SECRET_KEY_FILE: keyFile, DATA_DIR: folder },
  headsEveryMs: 0,
});

/** The log as it was when the journal had so many commands, so that every command gets a head of its own. */
class LogUpTo extends LogStore {
  sequence = 0;
  override async lastSequence(): Promise<number> {
    return this.sequence;
  }
}

const leafHashOf = leafHasher(secrets);
const signingKey = openSigningKey({ file: join(folder, 'signing-of-test.key'), mayBeMade: true });
let made = 0;

/** Ten thousand heads in one transaction: what is tried is the reading of them. */
async function growTo(heads: number): Promise<void> {
  const journal = new LogStore(database.pool);
  const missing = Math.max(0, heads - (await journal.lastSequence()));
  await Promise.all(
    Array.from({ length: missing }, () => app.engine.submit({ type: 'session.end', venue: 'COIN_SIM' })),
  );
  const recent = new RecentLeaves();
  for (const [at, leaf] of (await journal.leaves(made, heads)).entries())
    recent.add(made + at + 1, Buffer.from(leaf).toString('hex'));
  const client = await database.pool.connect();
  await client.query('begin');
  const store = new LogUpTo(client);
  const maker = new HeadMaker({ store, recent, leafHashOf, signingKey, nowMs: () => 1_795_334_400_000 });
  for (; made < heads; made += 1) {
    store.sequence = made + 1;
    await maker.next();
  }
  await client.query('commit');
  client.release();
}

for (const heads of [0, 1, 100, 101, 250, 10_000]) {
  test(`a clean log of ${heads} heads is audited without a finding (trial 27)`, async () => {
    await growTo(heads);
    const audit = await auditHeads(database.pool, secrets);
    assert.deepEqual([audit.problem, audit.heads], [undefined, heads]);
  });
}

test('a head that is gone is named, wherever its page ends (trial 27)', async () => {
  for (const number of [1, 100, 101, 250]) {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`delete from log_head where number = ${number}`);
    const { problem } = await auditHeads(client, secrets);
    await client.query('rollback');
    client.release();
    assert.equal(problem, `Head ${number} of the log is missing.`);
  }
});
