import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { HttpBank } from '#rails/bank/http-bank.ts';
import { payTo } from '#rails/bank/test-bank-conformance.ts';
import { RailUnavailable } from '#rails/ports.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';
import { ChildServer } from '#rails/process/child-server.ts';

/** The sandbox bank in a real process of its own, killed amid its work. */
const folder = mkdtempSync(join(tmpdir(), 'tarazu-child-'));
const MAIN = join(import.meta.dirname, '..', 'sandbox-bank', 'main.ts');
const keys = { api: 'k-api', drive: 'k-drive' };
const options = {
  name: 'The sandbox bank',
  main: MAIN,
  opening: () => ({ path: join(folder, 'bank.db'), keys }),
  onTrouble: () => undefined,
};
const child = new ChildServer(options);
const bank = new HttpBank({ name: 'bank', address: () => child.address(), key: keys.api });
after(async () => {
  await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function eventually<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await find().catch((error: unknown) => {
      if (!(error instanceof RailUnavailable)) throw error;
      return undefined;
    });
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function drive(path: string, body: object) {
  const answer = await ask({
    url: `${await child.address()}${path}`,
    method: 'POST',
    headers: { authorization: `Bearer ${keys.drive}` },
    body: JSON.stringify(body),
  });
  return Object(jsonOf(answer));
}

test('killed at each step of a payment, the bank has paid once and its books are even', async () => {
  const { account } = await drive('/drive/account', { name: 'Asha Rao', asset: 'INR' });
  const instructions = Array.from({ length: 4 }, () => payTo(account, 1_000n));
  for (const instruction of instructions) {
    await eventually(async () => (await bank.pay([instruction]))[0]);
    const { processId } = child;
    assert.ok(processId);
    process.kill(processId, 'SIGKILL');
    await eventually(async () => (await bank.pay([instruction]))[0]);
  }
  for (const { instructionId } of instructions)
    await eventually(async () => {
      const status = await bank.payment(instructionId);
      return status?.state === 'done' ? status : undefined;
    });
  const state = await ask({
    url: `${await child.address()}/drive/state`,
    method: 'GET',
    headers: { authorization: `Bearer ${keys.drive}` },
  });
  const { problems, people } = Object(jsonOf(state));
  assert.deepEqual(problems, []);
  assert.equal(people[0].balance, '4000');
});

test('a process whose parent was killed ends, and its file is free for the next', async () => {
  const script = `
    const { ChildServer } = await import(${JSON.stringify(join(import.meta.dirname, 'child-server.ts'))});
    const child = new ChildServer({ name: 'bank', main: ${JSON.stringify(MAIN)}, onTrouble: () => undefined,
      opening: () => (${JSON.stringify({ path: join(folder, 'orphan.db'), keys })}) });
    await child.address();
    console.log(child.processId);
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await eventually(async () => (isAlive(Number(line)) ? undefined : true));
});

test('after it was stopped it is not there, and nobody waits for it', async () => {
  const other = new ChildServer({ ...options, opening: () => ({ path: join(folder, 'other.db'), keys }) });
  await other.address();
  const { processId } = other;
  await other.stop();
  assert.ok(processId && !isAlive(processId));
  await assert.rejects(other.address(), RailUnavailable);
});

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
