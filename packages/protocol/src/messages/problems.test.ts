import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { OPERATIONS } from '#operations/index.ts';
import { hasBengaliProblem, problemIn, problemOf } from './problems.ts';

const NONSENSE = ['', '?', '\u0000', '-1', '9'.repeat(3), 'x'.repeat(5000), '[{]', '2026-13-45'] as const;

/** Sentences of the schema of one field about values that it can't take. */
function problemsOf(schema: z.ZodMiniType): string[] {
  return NONSENSE.flatMap((value) => {
    const issue = schema.safeParse(value).error?.issues[0];
    return issue === undefined ? [] : [problemOf(issue)];
  });
}

test('each problem that a field of a call can name is said in Bengali: add it in messages/problems.ts', () => {
  const english = Object.values(OPERATIONS).flatMap(({ name, input }) =>
    input instanceof z.ZodMiniObject
      ? Object.entries(input.def.shape).flatMap(([field, schema]) =>
          problemsOf(schema)
            .filter((problem) => !hasBengaliProblem(problem))
            .map((problem) => `${name}.${field}: ${problem}`),
        )
      : [],
  );
  assert.deepEqual([...new Set(english)], []);
});

test('the name of the field stays, the sentence is of the language, and a new one is still Bengali', () => {
  const problem = 'price: must be a plain decimal number such as 12.50';
  assert.equal(problemIn('en-US', problem), problem);
  assert.equal(problemIn('bn-BN', problem), 'price: 12.50-এর মতো সাধারণ দশমিক সংখ্যা দিন');
  assert.equal(problemIn('bn-BN', 'side: must be one of buy, sell'), 'side: এগুলির একটি দিন: buy, sell');
  assert.equal(problemIn('bn-BN', 'Give at least one field to change.'), 'অন্তত একটি ঘর বদলান।');
  assert.match(problemIn('bn-BN', 'x: must be something new'), /^x: [\u0980-\u09ff ]+$/u);
});
