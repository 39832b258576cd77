import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { closedAncestor, planRunAs } from './run-as.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-run-as-'));
after(() => rmSync(root, { recursive: true, force: true }));
const closed = join(root, 'closed');
const inside = join(closed, 'inside');
mkdirSync(inside, { recursive: true });
chmodSync(root, 0o755);
chmodSync(closed, 0o700);
writeFileSync(join(inside, 'file'), 'text');
const { uid, gid } = statSync(closed);

test('the folder that keeps a user out is found, whether the user, its group or all others are meant', () => {
  const stranger = { uid: uid + 1, gid: gid + 1 };
  assert.equal(closedAncestor(inside, stranger), closed);
  assert.equal(closedAncestor(root, stranger), null);
  assert.equal(closedAncestor(inside, { uid, gid }), null);
  chmodSync(closed, 0o701);
  assert.equal(closedAncestor(inside, stranger), null);
  assert.equal(closedAncestor(inside, { uid: uid + 1, gid }), closed, 'the group is asked before all others');
  chmodSync(closed, 0o700);
});

const rootOnly = process.getuid?.() === 0 ? {} : { skip: 'only root starts PostgreSQL as another user' };

test('as root the program runs as the owner of the data, or as an unprivileged user', rootOnly, () => {
  const paths = { dataDirectory: join(root, 'postgres'), binaryDirectory: root };
  assert.deepEqual(planRunAs({ ...paths, dataOwner: { uid: 12_345, gid: 12_346 } }).owner, {
    uid: 12_345,
    gid: 12_346,
  });
  const owner = planRunAs({ ...paths, dataOwner: null }).owner;
  assert.ok(owner !== null && owner.uid > 0 && owner.gid > 0);
});

test('as root, kept out by a folder, the program may still ask for and read files below it', rootOnly, () => {
  const runAs = planRunAs({
    dataDirectory: join(inside, 'postgres'),
    binaryDirectory: inside,
    dataOwner: null,
  });
  const script = `
    const fs = require('node:fs');
    fs.accessSync(process.argv[1]);
    console.log(process.getuid(), fs.readFileSync(process.argv[1], 'utf8'));
  `;
  const command = runAs.command(process.execPath, ['-e', script, join(inside, 'file')]);
  const result = spawnSync(command.file, command.arguments, { encoding: 'utf8', cwd: dirname(root) });
  assert.equal(result.stderr, '');
  assert.equal(result.stdout, `${runAs.owner?.uid} text\n`);
});
