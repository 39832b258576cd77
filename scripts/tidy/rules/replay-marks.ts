/** Code that only replays older journals says so in one way, with the change that it is from before. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const LIST = 'packages/core/src/rules-version.ts';
const mark = /Replay[\s*]+before[\s*]+`([^`]+)`/g;
const other =
  /\b(?:commands?|journals?|rows?|records?|rules?|sweeps?) (?:from|of) before\b|\bbefore format \d/gi;

export const replayMarks: Rule = {
  name: 'replay-marks',
  summary: `comments on replays of older journals are *Replay before* and a change of ${LIST}, or a format`,
  *check({ files }: Project) {
    const list = files.find(({ path }) => path === LIST)?.text ?? '';
    const changes = new Set(Array.from(list.matchAll(/^ {2}'(\w+)',$/gm), ([, name = '']) => name));
    for (const { path, comments, isTest } of files) {
      if (!path.startsWith('packages/core/src/') || isTest || path === LIST) continue;
      for (const { match, line } of matches(comments, mark)) {
        const name = match[1] ?? '';
        if (!changes.has(name) && !/^format \d+$/.test(name))
          yield { path, line, message: `"${name}" is no change of ${LIST} and no format of the journal.` };
      }
      for (const { match, line } of matches(comments.replaceAll(mark, ''), other))
        yield { path, line, message: `"${match[0]}": say *Replay before* and which change (${LIST}).` };
    }
  },
};
