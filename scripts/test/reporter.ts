/** Reporter of one test file: a line of JSON for each test that ended, which scripts/test.ts adds up. */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Outcome of one test. A suite is not a test: it is listed only when it failed by itself. */
export type TestRecord = {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Place of the test and the error in full; empty unless it failed. */
  readonly detail: string;
};

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:start') path[event.data.nesting] = event.data.name;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const record = recordOf(event, path.slice(0, event.data.nesting));
    if (record !== undefined) yield `${JSON.stringify(record)}\n`;
  }
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

function recordOf(event: Ended, parents: readonly string[]): TestRecord | undefined {
  const { data } = event;
  const name = [...parents, data.name].join(' > ');
  const isSuite = data.details.type === 'suite';
  if (event.type === 'test:pass') {
    if (isSuite) return undefined;
    const isSkipped = (data.skip ?? false) !== false || (data.todo ?? false) !== false;
    return { name, outcome: isSkipped ? 'skipped' : 'passed', detail: '' };
  }
  const error = event.data.details.error;
  // A parent fails because a child did: that is the child's failure, counted and printed once.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
  const cause = error.cause ?? error;
  const place = data.file === undefined ? '' : `${data.file}:${data.line ?? 0}\n`;
  return { name, outcome: 'failed', detail: `${place}${inspect(cause, { depth: 8, maxArrayLength: 50 })}` };
}
