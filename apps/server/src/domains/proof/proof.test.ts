import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  bytesOfHex,
  isHeadConsistent,
  isHeadWhole,
  isRowIncluded,
  type LogHead,
  NO_HEAD_HASH,
  sha256,
} from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import { type Customer, openTrader, placed } from '#domains/orders/test-trader.ts';
import { auditHeads } from '#domains/proof/index.ts';
import { audit } from '#engine/audit/audit.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { isSignedBy } from '#platform/secrets/signing-key.ts';
import { openReader } from '#stream/test-reader.ts';
import { recordOf, textOf } from '#test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-proof-'));
const keyFile = join(folder, 'secret.key');
const secrets = openSecrets({ keyFile, mayBeMade: true });
const trader = await openTrader({
  environment: { SECRET_KEY_FILE: keyFile, DATA_DIR: folder },
  headsEveryMs: 0,
});
const { app, database } = trader;
const asha = await trader.enter();
after(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? assert.fail(`no hexadecimal: ${hex}`);

/** A purchase, as the number of its command. */
async function buy(customer: Customer): Promise<number> {
  const { order } = placed(await customer.stock('buy', {}));
  return Number(textOf(order, 'id'));
}

async function head(): Promise<LogHead> {
  const made = await app.proof.makeHead();
  return made ?? assert.fail('there is something new');
}

async function inclusion(customer: Customer, sequence: number) {
  return OPERATIONS.proofInclusion.output.parse(
    await customer.read('proofInclusion', { sequence: String(sequence) }),
  );
}

async function isProved(customer: Customer, sequence: number): Promise<boolean> {
  const { leafHash, salt, proof } = await inclusion(customer, sequence);
  assert.ok(proof, 'a head covers it');
  const { head: newest, path } = proof;
  return (
    isHeadWhole(sha256, newest) &&
    isRowIncluded(sha256, { head: newest, sequence, leaf: leafHash, salt, path })
  );
}

async function isContinued(earlier: LogHead): Promise<boolean> {
  const data = await asha.read('proofConsistency', { from: String(earlier.number) });
  const { to, path } = OPERATIONS.proofConsistency.output.parse(data);
  return isHeadConsistent(sha256, { earlier, later: to, path });
}

test('a head is signed, continues the one before, and is published', async () => {
  await buy(asha);
  const first = await head();
  const reader = await openReader(trader);
  reader.say({ type: 'subscribe', topics: ['heads'] });
  const [snapshot] = await reader.count('heads', 1);
  assert.deepEqual(snapshot?.type === 'heads' && snapshot.head, first);
  assert.equal(await app.proof.makeHead(), undefined, 'nothing new, no head');
  await buy(asha);
  const second = await head();
  const [, pushed] = await reader.count('heads', 2);
  assert.deepEqual(pushed?.type === 'heads' && pushed.head, second);
  await reader.close();
  for (const one of [first, second]) {
    assert.ok(isHeadWhole(sha256, one));
    assert.ok(isSignedBy(bytes(one.publicKey), bytes(one.hash), bytes(one.signature)));
  }
  assert.equal(second.previousHash, first.hash);
  const read = OPERATIONS.proofHead.output.parse((await trader.call('proofHead')).data);
  assert.deepEqual(read.head, second);
  assert.equal(read.everyMs, 0);
  const list = OPERATIONS.proofHeads.output.parse((await trader.call('proofHeads', { limit: '1' })).data);
  assert.deepEqual(list.list, [second]);
  const next = { cursor: list.next ?? assert.fail('an older one follows') };
  const older = OPERATIONS.proofHeads.output.parse((await trader.call('proofHeads', next)).data);
  assert.deepEqual(older.list.at(-1)?.previousHash, NO_HEAD_HASH);
  assert.equal(statSync(join(folder, 'signing.key')).mode & 0o077, 0, 'only this user reads the key');
});

test('one’s own command is proved, others’ are not, and a head only adds to an earlier one', async () => {
  const stranger = await trader.enter();
  const begun = await head();
  const own = [await buy(asha), await buy(stranger), await buy(asha)] as const;
  const waiting = await inclusion(asha, own[0]);
  assert.equal(waiting.proof, undefined, 'no head covers it yet');
  // More than a block of 256, so that kept nodes and rows both take part.
  const work = Array.from({ length: 300 }, () => ({ type: 'session.end', venue: 'COIN_SIM' }) as const);
  await Promise.all(work.map((command) => app.engine.submit(command)));
  const newest = await head();
  assert.ok(await isProved(asha, own[0]));
  assert.ok(await isProved(asha, own[2]));
  assert.equal((await asha.call('proofInclusion', { sequence: String(own[1]) })).reason, 'NOT_FOUND');
  assert.equal((await asha.call('proofInclusion', { sequence: '999999' })).reason, 'NOT_FOUND');
  assert.notEqual((await inclusion(asha, own[0])).salt, (await inclusion(asha, own[2])).salt);
  assert.ok(await isContinued(begun));
  assert.ok(await isContinued(newest), 'a head continues itself');
  const lie = { ...begun, root: newest.root };
  assert.ok(!(await isContinued(lie)), 'what was kept does not fit another past');
  assert.equal((await trader.call('proofConsistency', { from: '9999' })).reason, 'NOT_FOUND');
  const backwards = { from: String(newest.number), to: String(begun.number) };
  assert.equal((await trader.call('proofConsistency', backwards)).reason, 'NOT_FOUND');
});

test('an answer carries its receipt, the same again for the same client id, and the proof is of it', async () => {
  const ticket = { clientId: 'receipt-0001', quantity: '2' };
  const first = await asha.stock('buy', ticket);
  const { receipt } = OPERATIONS.stockBuy.output.parse(first.data);
  assert.ok(receipt);
  const again = OPERATIONS.stockBuy.output.parse((await asha.stock('buy', ticket)).data);
  assert.deepEqual([again.duplicate, again.receipt], [true, receipt]);
  const { data } = await asha.call('stockInfo', { instrumentId: 'NSE_SIM:ARUNA' });
  const price = textOf(recordOf(data['band']), 'priceLow');
  const resting = placed(await asha.stock('buy', { type: 'limit', validity: 'day', price }));
  const cancelled = await asha.read('stockCancel', { id: textOf(resting.order, 'id') });
  const reset = await asha.read('demoReset', { clientId: 'receipt-0002' });
  await head();
  for (const kept of [
    receipt,
    OPERATIONS.stockCancel.output.parse(cancelled).receipt,
    OPERATIONS.demoReset.output.parse(reset).receipt,
  ]) {
    assert.ok(kept);
    assert.equal((await inclusion(asha, kept.sequence)).leafHash, kept.leafHash);
    assert.ok(await isProved(asha, kept.sequence));
  }
});

test('a touched row is found by the audit, by its proof of inclusion and by the proof of consistency', async () => {
  const sequence = await buy(asha);
  const before = await head();
  await buy(asha);
  await head();
  const audited = async () => {
    const client = await database.pool.connect();
    try {
      const journal = await audit({ on: client, onProgress: () => undefined });
      return { journal: journal.problem, heads: await auditHeads(client, secrets) };
    } finally {
      client.release();
    }
  };
  const clean = await audited();
  assert.deepEqual([clean.journal, clean.heads.problem], [undefined, undefined]);
  assert.ok(clean.heads.heads >= 4 && clean.heads.publicKeys.length === 1);

  const undo = await touch(sequence);
  assert.match((await audited()).journal ?? '', new RegExp(`command ${sequence} was changed`));
  assert.match(
    (await audited()).heads.problem ?? '',
    new RegExp(`Head ${before.number} does not stand for the commands \\d+ to ${before.sequence}`),
  );
  assert.ok(!(await isProved(asha, sequence)));
  assert.ok(!(await isContinued(before)));
  await undo();
  assert.ok(await isProved(asha, sequence));

  for (const [change, sentence] of [
    [`update log_head set root = sha256('') where number = 2`, /Head 2 was changed after it was signed/],
    [`update log_head set signature = public_key || public_key where number = 2`, /Head 2 is not signed/],
    ['delete from log_head where number = 2', /Head 2 of the log is missing/],
    [`update log_node set hash = sha256('')`, /Node 8\.0 of the log is not what the journal gives/],
    ['delete from log_node', /Node 8\.0 of the log is not what the journal gives/],
    [`insert into log_node values (30, 5, '')`, /1 nodes that no head stands for/],
  ] as const) {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(change);
    assert.match((await auditHeads(client, secrets)).problem ?? 'nothing was found', sentence);
    await client.query('rollback');
    client.release();
  }
});

/** Other journal in the place of the true one, with one row and its leaf changed; gives the way back. */
async function touch(sequence: number): Promise<() => Promise<void>> {
  const { pool } = database;
  await pool.query(`alter view journal rename to journal_true;
    create view journal as select sequence, at_ms, account_id, client_id, content_hash,
      case sequence when ${sequence} then replace(command, '"buy"', '"sell"') else command end as command,
      house_depth, outcome, case sequence when ${sequence} then sha256('') else leaf end as leaf, batch_last_sequence from journal_true`);
  return async () => {
    await pool.query(`drop view journal; alter view journal_true rename to journal`);
  };
}
