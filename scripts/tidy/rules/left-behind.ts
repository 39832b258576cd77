/** Traces of work in progress and of the machine it was done on. */
import type { Project, Rule, Violation } from '../rule.ts';
import { matches, type SourceFile } from '../source.ts';

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b(?!.{0,20}#\d)/g;
const promised = /coming soon|lorem ipsum|not (?:yet )?implemented/gi;
const focused = /\b(?:test|it|describe|suite)\s*\.\s*(only|skip|todo)\s*\(|\bt\s*\.\s*todo\s*\(/g;
const focusedOption = /\bonly\s*:\s*true\b/g;
const debuggers = /(?<![.\w$])debugger\s*;/g;
/** Written in two halves, so that this file does not contain what it looks for. */
const machinePaths = new RegExp(
  `(?<![\\w.])/(?:work|home|${'Users'})/[a-z][\\w-]*|/${'root'}/\\w|/tmp/(?:team|house)`,
  'g',
);

export const leftBehind: Rule = {
  name: 'left-behind',
  summary: 'no TODO without an issue, focused or skipped test, promise on screen, path of one machine',
  *check({ files }: Project) {
    for (const file of files) {
      for (const { match, line } of matches(file.text, machinePaths)) {
        yield {
          path: file.path,
          line,
          message: `"${match[0]}" is a path of one machine: derive it or make it a setting.`,
        };
      }
      if (file.isScript && !file.path.startsWith('scripts/tidy/')) yield* inSource(file);
    }
  },
};

function* inSource(file: SourceFile): Generator<Violation> {
  const { path } = file;
  for (const { match, line } of matches(file.comments, unfinished)) {
    yield {
      path,
      line,
      message: `${match[1]} without an issue number: do it now, or write "${match[1]} #12".`,
    };
  }
  for (const { match, line } of matches(file.text, promised)) {
    yield { path, line, message: `"${match[0]}": build it or leave it out.` };
  }
  for (const { match, line } of matches(file.code, debuggers)) {
    yield { path, line, message: `${match[0].trim()} stops the program: remove it.` };
  }
  if (!file.isTest) return;
  for (const expression of [focused, focusedOption]) {
    for (const { match, line } of matches(file.code, expression)) {
      yield {
        path,
        line,
        message: `"${match[0].trim()}" leaves tests out: run them all, or delete the test.`,
      };
    }
  }
}
