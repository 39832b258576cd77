/** Everything a change must pass, one line per step with its time; what a failed step printed follows it. */

import { readArguments } from './run/arguments.ts';
import { type ChildResult, runChild, stopChildrenOnSignal } from './run/child.ts';
import { root } from './run/root.ts';
import { type Step, slowStepsOf, stepsOf } from './verify/steps.ts';

const HEARTBEAT_MS = 20_000;

const { values: options } = readArguments('verify', {
  options: { without: { type: 'string', multiple: true }, slow: { type: 'boolean' } },
});
const without = options.without ?? [];
const steps = options.slow === true ? [...stepsOf(root), ...slowStepsOf(root)] : stepsOf(root);
const unknown = without.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No step is called ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.\n`,
  );
  process.exit(1);
}

stopChildrenOnSignal();
const failed: string[] = [];
for (const step of steps.filter(({ name }) => !without.includes(name))) {
  const result = await runStep(step);
  const ok = result.status === 0;
  if (!ok) failed.push(step.name);
  const seconds = (result.tookMs / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${seconds} s  ${step.name.padEnd(8)} ${step.summary}\n`);
  if (!ok) process.stdout.write(`${result.output.trimEnd()}\n\n`);
}
process.stdout.write(failed.length === 0 ? 'All of it holds.\n' : `Failed: ${failed.join(', ')}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * Runs the calls of a step one after the other, all of them,
 * so that one run says everything there is to correct.
 */
async function runStep(step: Step): Promise<ChildResult> {
  const startedAtMs = Date.now();
  let lastLine = '';
  const heartbeat = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    process.stderr.write(`     … ${step.name}, ${seconds} s: ${lastLine}\n`);
  }, HEARTBEAT_MS);
  const onOutput = (chunk: string): void => {
    lastLine = chunk.trim().split('\n').at(-1)?.slice(0, 100) || lastLine;
  };
  const results: ChildResult[] = [];
  for (const args of step.calls) results.push(await runChild({ file: process.execPath, args, onOutput }));
  clearInterval(heartbeat);
  return {
    status: results.find(({ status }) => status !== 0)?.status ?? 0,
    output: results
      .filter(({ status }) => status !== 0)
      .map(({ output }) => output)
      .join(''),
    timedOut: false,
    leftBehind: false,
    tookMs: Date.now() - startedAtMs,
  };
}
