import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { replayMarks } from './replay-marks.ts';

const LIST = "export const RULE_CHANGES = [\n  // What holds since.\n  'sweeps',\n] as const;\n";
const said = (comment: string, path = 'packages/core/src/a.ts') =>
  check(replayMarks, { 'packages/core/src/rules-version.ts': LIST, [path]: `${comment}\nconst a = 1;` });

test('a replay of older journals names the change that it is from before, in one way', () => {
  for (const comment of [
    '/** Replay before `sweeps`: all at once. */',
    '/** In steps. Replay\n * before `sweeps`: all at once. */',
    '// Replay before `format 2`: a lane.',
  ])
    assert.deepEqual(said(comment), [], comment);
  for (const comment of [
    '/** Replay before `sweep`: all at once. */',
    '/** Only in rows of before agents were named. */',
    '// Journals of before format 2 call it a lane.',
    '/** By number for commands of before. */',
  ])
    assert.notEqual(said(comment).length, 0, comment);
  assert.deepEqual(said('/** For commands of before. */', 'apps/server/src/a.ts'), []);
});
