import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { citations } from './citations.ts';

const RULES = { 'docs/rules.md': '# Rules\n\n## 2.1 Charges\n\n## 2.3 Orders\n\n| `tick-size` | 2.3 |\n' };

test('each rule that is cited has its section', () => {
  const cited = (text: string) => check(citations, { ...RULES, 'packages/core/src/a.ts': text });
  assert.deepEqual(cited('/** Charges (rules 2.1 and 2.3). */'), []);
  assert.equal(cited('/** Charges (rules 2.1 and 2.9). */').length, 1);
  assert.match(cited('/** Rules 2.2: fees. */')[0] ?? '', /no section 2\.2/);
});

test('each decision has a number of its own, in its title too, and each that is cited exists', () => {
  const found = check(citations, {
    ...RULES,
    'docs/decisions/0001-a.md': '# 0001 A\n',
    'docs/decisions/0001-b.md': '# 0001 B\n',
    'docs/decisions/0002-c.md': '# C\n',
    'docs/a.md': 'See `docs/decisions/0001` and decision 0003.\n',
  });
  assert.equal(found.length, 3);
  assert.match(found[0] ?? '', /^docs\/decisions\/0001-b\.md:1 .*take the next free one/);
  assert.match(found[1] ?? '', /^docs\/decisions\/0002-c\.md:1 The title/);
  assert.match(found[2] ?? '', /^docs\/a\.md:1 No decision has the number 0003/);
});

test('a document that is not in the repository is not cited', () => {
  const cited = (text: string) => check(citations, { ...RULES, 'packages/core/src/a.ts': text });
  for (const comment of ['reliability 2.2', 'product section 4', 'product.md', 'spec, section 9'])
    assert.equal(cited(`/** Limits (${comment}). */`).length, 1, comment);
  assert.deepEqual(cited('/** A product of 2 numbers, by the spec. */\nconst a = product / 2;'), []);
});

test('each rule id of a refusal is published', () => {
  const refusals = "TICK: { ruleId: 'tick-size' },\nLOT: { ruleId: 'lot-size' },\n";
  const found = check(citations, { ...RULES, 'packages/protocol/src/refusals.ts': refusals });
  assert.deepEqual(found, [
    'packages/protocol/src/refusals.ts:2 docs/rules.md does not name the rule "lot-size".',
  ]);
});
