/**
 * Files and functions small enough to hold in the head. Data tables may be long: they are read by the row.
 */

import { functionsOf } from '../functions.ts';
import type { Project, Rule, Violation } from '../rule.ts';
import type { SourceFile } from '../source.ts';

const FILE_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 70;
const dataTable = /\/seed\/|\/locales\/|catalogue/;

export const sizes: Rule = {
  name: 'sizes',
  summary: `files of at most ${FILE_LINES_MAX} lines, functions of at most ${FUNCTION_LINES_MAX}`,
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.isScript || dataTable.test(file.path)) continue;
      yield* tooLong(file);
    }
  },
};

function* tooLong(file: SourceFile): Generator<Violation> {
  const lines = file.text.trimEnd().split('\n').length;
  if (lines > FILE_LINES_MAX) {
    yield {
      path: file.path,
      line: 1,
      message: `${lines} lines: split it by what it does (at most ${FILE_LINES_MAX}).`,
    };
  }
  for (const found of functionsOf(file.code)) {
    const length = found.lineLast - found.lineFirst + 1;
    // A suite of tests is a list, not a function to follow from top to bottom.
    if (length <= FUNCTION_LINES_MAX || (file.isTest && found.isSuite)) continue;
    const message = `A function of ${length} lines: keep the branches, move plain work into leaves (at most ${FUNCTION_LINES_MAX}).`;
    yield { path: file.path, line: found.lineFirst, message };
  }
}
