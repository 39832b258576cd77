/** Second, lonely run of the few files that failed beside others (decision 0042). */
import type { FileOutcome } from './run-file.ts';

/** More files than these that failed are not unsteady but broken: none is run again. */
const REPEATED_FILES_MAX = 3;

export type Repeated = {
  /** Outcomes that count: the second one where a file passed then. */
  readonly outcomes: readonly FileOutcome[];
  /** First outcomes of the files that passed only the second time. */
  readonly unsteady: readonly FileOutcome[];
};

export async function repeatFailed(
  first: readonly FileOutcome[],
  run: (file: string) => Promise<FileOutcome>,
): Promise<Repeated> {
  const failed = first.filter(hasFailed);
  if (failed.length > REPEATED_FILES_MAX) return { outcomes: first, unsteady: [] };
  const passed = new Map<string, FileOutcome>();
  for (const { file } of failed) {
    const second = await run(file);
    if (!hasFailed(second)) passed.set(file, second);
  }
  return {
    outcomes: first.map((outcome) => passed.get(outcome.file) ?? outcome),
    unsteady: failed.filter(({ file }) => passed.has(file)),
  };
}

function hasFailed(outcome: FileOutcome): boolean {
  return outcome.failures.length > 0;
}
