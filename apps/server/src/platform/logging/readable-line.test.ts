import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logging.ts';

test('at a terminal a line is read by a person, anywhere else it is JSON (trial 14)', () => {
  const written: string[] = [];
  const write = (line: string): void => void written.push(line);
  const fields = { requestId: 'r-1', count: 2 };
  createLogger({ level: 'info', destination: Object.assign({ write }, { isTTY: true }) }).info(
    fields,
    'Done.',
  );
  assert.match(written[0] ?? '', /^\d\d:\d\d:\d\d INFO Done\. requestId=r-1 count=2\n$/);
  createLogger({ level: 'info', destination: { write } }).info(fields, 'Done.');
  assert.equal(JSON.parse(written[1] ?? '').msg, 'Done.');
  const failed = { err: new Error('no way') };
  createLogger({ level: 'info', destination: Object.assign({ write }, { isTTY: true }) }).error(
    failed,
    'Failed.',
  );
  assert.match(written[2] ?? '', /ERROR Failed\.\nError: no way\n {4}at /);
});
