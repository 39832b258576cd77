/** Runs one test file in a process of its own and adds up what its tests became. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from '../run/child.ts';
import { root } from '../run/root.ts';
import type { TestRecord } from './reporter.ts';

export type FileOutcome = {
  readonly file: string;
  readonly passed: number;
  readonly skipped: readonly string[];
  /** One text for each failure, with everything there is to say about it. */
  readonly failures: readonly string[];
  readonly tookMs: number;
};

export type FileRequest = {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
};

const reporter = pathToFileURL(join(root, 'scripts', 'test', 'reporter.ts')).href;

export async function runTestFile(request: FileRequest): Promise<FileOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-test-'));
  const recordsPath = join(folder, 'records');
  const child = await runChild({
    file: process.execPath,
    args: [`--test-reporter=${reporter}`, `--test-reporter-destination=${recordsPath}`, request.file],
    env: { NODE_ENV: 'test', ...request.env },
    timeoutMs: request.timeoutMs,
  });
  const records = existsSync(recordsPath) ? parseRecords(readFileSync(recordsPath, 'utf8')) : [];
  rmSync(folder, { recursive: true, force: true });
  const failed = records.filter((record) => record.outcome === 'failed');
  const failures = failed.map((record) => `${request.file} > ${record.name}\n${indent(record.detail)}`);
  const outside = failureOfFile(request, { ...child, testCount: records.length, failedCount: failed.length });
  if (outside !== undefined) failures.push(`${request.file}: ${outside}\n${indent(child.output)}`);
  else if (failures.length > 0 && child.output.trim() !== '')
    failures.push(outputOf(failures.pop() ?? '', child.output));
  return {
    file: request.file,
    passed: records.filter((record) => record.outcome === 'passed').length,
    skipped: records.filter((record) => record.outcome === 'skipped').map((record) => record.name),
    failures,
    tookMs: child.tookMs,
  };
}

type FileEnd = {
  readonly status: number;
  readonly timedOut: boolean;
  readonly testCount: number;
  readonly failedCount: number;
};

/** Failure of the file as a whole, beyond its single tests; each of these counts as one failure. */
function failureOfFile(request: FileRequest, end: FileEnd): string | undefined {
  if (end.timedOut) return `killed: it did not end within ${Math.round(request.timeoutMs / 1000)} s`;
  if (end.testCount === 0) return `no test ran (exit status ${end.status})`;
  if (end.status !== 0 && end.failedCount === 0)
    return `its tests passed, but it ended with status ${end.status}`;
  return undefined;
}

function outputOf(failure: string, output: string): string {
  return `${failure}\n  Output of the file:\n${indent(output)}`;
}

function parseRecords(text: string): TestRecord[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TestRecord => JSON.parse(line));
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
