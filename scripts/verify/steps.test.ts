import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../run/root.ts';
import { slowStepsOf, stepsOf, typeProjects } from './steps.ts';

test('every call of every step leads to a program that is there', () => {
  for (const { name, calls } of stepsOf(root)) {
    assert.ok(calls.length > 0, name);
    for (const [program = ''] of calls) assert.ok(existsSync(program), `${name}: ${program}`);
  }
});

test('what is slow is a step of its own, and the file of it is there (trial 9)', () => {
  for (const { name, calls } of slowStepsOf(root))
    for (const call of calls) assert.ok(existsSync(call.at(-1) ?? ''), name);
});

test('every workspace is type-checked, and the tests of those whose sources may not see Node apart from them', () => {
  const projects = typeProjects(root).map((path) => path.replaceAll('\\', '/'));
  for (const folder of ['packages/core', 'packages/protocol', 'apps/server', 'apps/web']) {
    assert.ok(projects.includes(`${folder}/tsconfig.json`), folder);
  }
  for (const folder of ['packages/core', 'packages/protocol', 'apps/web']) {
    assert.ok(existsSync(join(root, folder, 'tsconfig.test.json')), folder);
    assert.ok(projects.includes(`${folder}/tsconfig.test.json`), folder);
  }
  assert.ok(projects.includes('tsconfig.json'));
});
