import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChild } from './child.ts';

const node = process.execPath;

test('the output of both streams and the status come back', async () => {
  const result = await runChild({
    file: node,
    args: ['-e', 'console.log("a"); console.error("b"); process.exit(3)'],
  });
  assert.equal(result.status, 3);
  assert.match(result.output, /a/);
  assert.match(result.output, /b/);
  assert.equal(result.timedOut, false);
});

// A grandchild that inherits the pipes keeps them open as
// long as it lives: that these calls return is the proof.
test('a hung child is killed together with what it started', async () => {
  const script = `
    const grandchild = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 1, 2] });
    setInterval(() => {}, 1000);`;
  const result = await runChild({ file: node, args: ['-e', script], timeoutMs: 1500 });
  assert.equal(result.timedOut, true);
  assert.equal(result.leftBehind, false);
});

test('a finished child leaves nothing running and does not hold its caller', async () => {
  const script = `
    const grandchild = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 1, 2] });
    grandchild.on('spawn', () => process.exit(0));`;
  const result = await runChild({ file: node, args: ['-e', script] });
  assert.equal(result.status, 0);
  assert.equal(result.leftBehind, false);
});

test('a program that is not there is a status, not an exception', async () => {
  const result = await runChild({ file: 'no-such-program-here', args: [] });
  assert.equal(result.status, 127);
  assert.match(result.output, /could not be started/);
});
