import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LogHead } from '@tarazu/core/proof';
import { openTrader, placed } from '#domains/orders/test-trader.ts';
import { HeadMaker } from '#domains/proof/log/head-maker.ts';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { RecentLeaves } from '#domains/proof/log/recent-leaves.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { NoTarazu, witness } from '#domains/proof/log/witness.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openSigningKey } from '#platform/secrets/signing-key.ts';
import { recordOf, textOf } from '#test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-witness-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const keyFile = join(folder, 'secret.key');
const secrets = openSecrets({ keyFile, mayBeMade: true });
const trader = await openTrader({
  environment: { SECRET_KEY_FILE: keyFile, DATA_DIR: folder },
  headsEveryMs: 0,
});
const { app, database } = trader;
const asha = await trader.enter();
const file = join(folder, 'heads.jsonl');
const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'scripts', 'witness.ts');

interface Run {
  readonly status: number;
  readonly text: string;
}

/** The command as an outsider runs it. */
async function run(...more: string[]): Promise<Run> {
  const child = spawn(process.execPath, [SCRIPT, `http://127.0.0.1:${app.port}`, '--file', file, ...more]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const [status] = await once(child, 'close');
  return { status: Number(status), text };
}

async function head(): Promise<LogHead> {
  placed(await asha.stock('buy', {}));
  return (await app.proof.makeHead()) ?? assert.fail('there is something new');
}

const kept = (): string[] => readFileSync(file, 'utf8').trim().split('\n');
const evidence = (): string[] => readdirSync(folder).filter((name) => name.includes('.evidence-'));

test('a head that only adds to the kept one is kept as well; nothing new is not', async () => {
  const before = await run();
  assert.deepEqual(
    [before.status, before.text],
    [0, 'The server has signed no head yet: there is nothing to keep.\n'],
  );
  const first = await head();
  assert.match((await run()).text, new RegExp(`first one kept here. It is signed by ${first.publicKey}`));
  assert.match((await run()).text, /^Nothing new since head 1 /);
  await head();
  await head();
  const later = await run();
  assert.deepEqual([later.status, kept().length], [0, 2]);
  assert.match(later.text, /^Head 3 of \S+ over \d+ commands only adds to head 1\.\n$/);
});

test('nothing is found out of another key, a damaged file, or a server that does not answer', async () => {
  const other = await run('--key', 'a'.repeat(64));
  assert.equal(other.status, 1, 'a kept head and another key contradict each other');
  assert.match(other.text, /is signed by [0-9a-f]{64}, and not by a{64}/);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.replaceAll('"root":"', '"root":"00'));
  assert.deepEqual((await run()).status, 2);
  writeFileSync(file, whole);
  const nobody = spawn(process.execPath, [SCRIPT, 'http://127.0.0.1:1', '--file', file], { stdio: 'ignore' });
  assert.deepEqual((await once(nobody, 'close'))[0], 2);
  assert.deepEqual(kept(), whole.trim().split('\n'));
});

test('an operator with every key who takes one command away, rehashes and signs anew is found, and the evidence kept', async () => {
  const before = evidence().length;
  const sequence = textOf(placed(await asha.stock('buy', {})).order, 'id');
  await app.proof.makeHead();
  assert.equal((await run()).status, 0);
  const undo = await rewrite(`case sequence when ${sequence} then sha256('another') else leaf end`);
  const found = await run();
  assert.equal(found.status, 1);
  assert.match(found.text, /^THE SERVER'S HISTORY WAS REWRITTEN\. /);
  assert.equal(evidence().length, before + 1);
  const [last] = evidence().slice(-1);
  assert.ok(readFileSync(join(folder, last ?? ''), 'utf8').includes('"kept"'));
  const lines = kept().length;
  assert.equal((await run()).status, 1, 'and again, for what was kept stays');
  assert.equal(kept().length, lines);
  await undo();
});

test('each lie of a server has its sentence', async () => {
  const earlier = await head();
  const later = await head();
  const honest = async (path: string): Promise<unknown> =>
    (await trader.call(path.startsWith('/proof/head') ? 'proofHead' : 'proofConsistency', fieldsOf(path)))
      .data;
  const { publicKey } = earlier;
  const lies: readonly (readonly [path: string, change: (data: object) => unknown, sentence: RegExp])[] = [
    ['/proof/head', () => ({ everyMs: 0 }), /shows no head at all, and had shown head \d+/],
    [
      '/proof/head',
      () => ({ everyMs: 0, head: { ...later, root: earlier.root } }),
      /was changed after it was hashed/,
    ],
    [
      '/proof/head',
      () => ({ everyMs: 0, head: { ...later, signature: earlier.signature } }),
      /is not signed by its key/,
    ],
    [
      '/proof/head',
      () => ({ everyMs: 0, head: { ...earlier, number: later.number } }),
      /It shows head \d+ .* had shown/,
    ],
    ['/proof/consistency', () => undefined, /does not know head \d+ .* any more/],
    ['/proof/consistency', (data) => ({ ...data, from: later }), /It shows another head \d+ now/],
    ['/proof/consistency', (data) => ({ ...data, path: [] }), /does not only add to head \d+/],
    ['/proof/consistency', (data) => ({ ...data, to: earlier }), /does not only add to head \d+/],
  ];
  for (const [lied, change, sentence] of lies) {
    const ask = async (path: string): Promise<unknown> => {
      const data = await honest(path);
      return path.startsWith(lied) ? change(recordOf(data)) : data;
    };
    const verdict = await witness({ ask, known: earlier });
    assert.equal(verdict.name, 'rewritten', String(sentence));
    assert.match(verdict.sentence, sentence);
  }
  assert.equal((await witness({ ask: honest, known: earlier, publicKey })).name, 'agrees');
  const forgery = async () => ({ everyMs: 0, head: { ...later, root: earlier.root } });
  await assert.rejects(witness({ ask: forgery, known: undefined }), /was changed after it was hashed/);
  await assert.rejects(
    witness({ ask: honest, known: undefined, publicKey: 'a'.repeat(64) }),
    /and not by a{64}/,
  );
  await assert.rejects(witness({ ask: async () => ({ x: 1 }), known: earlier }), NoTarazu);
});

function fieldsOf(path: string): Record<string, string> {
  return Object.fromEntries(new URL(path, 'http://127.0.0.1').searchParams);
}

test('a log that was taken back to an earlier head is found', async () => {
  assert.equal((await run()).status, 0);
  await database.pool.query('delete from log_head where number = (select max(number) from log_head)');
  const found = await run();
  assert.equal(found.status, 1);
  assert.match(found.text, /It shows head \d+ .*, and had shown head \d+ /);
});

/**
 * Other leaves in the place of the true ones, and a whole new log of as many heads over them, rightly signed.
 */
async function rewrite(leaf: string): Promise<() => Promise<void>> {
  const { pool } = database;
  const { rows } = await pool.query<{ sequence: bigint }>('select sequence from log_head order by number');
  await pool.query(`create table head_true as select * from log_head; create table node_true as select * from log_node;
    delete from log_head; delete from log_node;
    alter view journal rename to journal_true;
    create view journal as select sequence, at_ms, account_id, client_id, content_hash, command, house_depth, outcome,
      ${leaf} as leaf, batch_last_sequence from journal_true`);
  const upTo = new (class extends LogStore {
    at = 0n;
    override async lastSequence(): Promise<number> {
      return Number(this.at);
    }
  })(pool);
  const maker = new HeadMaker({
    store: upTo,
    recent: new RecentLeaves(),
    leafHashOf: leafHasher(secrets),
    signingKey: openSigningKey({ file: join(folder, 'signing.key'), mayBeMade: false }),
    nowMs: trader.nowMs,
  });
  for (const { sequence } of rows) {
    upTo.at = sequence;
    await maker.next();
  }
  return async () => {
    await pool.query(`drop view journal; alter view journal_true rename to journal;
      delete from log_head; delete from log_node;
      insert into log_head select * from head_true; insert into log_node select * from node_true`);
  };
}
