import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apply, type CoreState, decodeJournaled, decodeMarketMakerDepth } from '@tarazu/core';
import { CORE, createWorld, isWrittenAs, tablesOf } from '@tarazu/core/simulation';
import { instantMs } from '@tarazu/core/values';
import { presentOutcomeText } from './outcome-text.ts';

/*
 * Journals that older versions of the core wrote, with the
 * number of changes of rules that held in the file's name.
 */

const FOLDER = join(import.meta.dirname, 'old-journals');
type Line = readonly [atMs: number, command: string, marketMakerDepth: string, outcome: string];

interface Followed {
  /** The newest that a command names: those that decide nothing name none. */
  readonly version: number;
  /** Commands that are answered otherwise than they were. */
  readonly differing: readonly number[];
}

/** Replays a journal by the rules that its commands name, or by those of now. */
function follow(file: string, by: 'itsRules' | 'rulesOfNow'): Followed {
  const lines = readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n');
  const state: CoreState = CORE.load(tablesOf(createWorld()), 0);
  const versions = new Set<number>();
  const differing: number[] = [];
  for (const [nth, text] of lines.entries()) {
    const [atMs, commandText, depthText, outcome]: Line = JSON.parse(text);
    const { command, rulesVersion } = decodeJournaled(commandText);
    versions.add(rulesVersion);
    const sequence = nth + 1;
    const marketMakerDepth = decodeMarketMakerDepth(depthText);
    const asked = { sequence, atMs: instantMs(atMs), command, marketMakerDepth };
    const applied = apply(state, by === 'itsRules' ? { ...asked, rulesVersion } : asked);
    if (!isWrittenAs(applied.outcome, presentOutcomeText(outcome))) differing.push(sequence);
  }
  return { version: Math.max(...versions), differing };
}

for (const file of readdirSync(FOLDER)) {
  const version = Number(/\d+/.exec(file)?.[0]);

  test(`a journal of when ${version} changes of rules held is answered as it was`, () => {
    assert.deepEqual(follow(file, 'itsRules'), { version, differing: [] });
  });
}

test('by the rules of now the oldest journal would be answered otherwise', () => {
  const { differing } = follow('rules-0.jsonl', 'rulesOfNow');
  assert.ok(differing.length > 0, 'the journal holds something that a change of rules decides');
});
