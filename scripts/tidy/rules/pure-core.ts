/**
 * The core takes time, randomness, prices and ids from commands: same commands, same state, on any machine.
 */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const ambient =
  /(?<![.\w$])(Date|performance|process|console|crypto|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|globalThis|Math\.random|Temporal\.Now|Intl)\b(?!\s*[:?]?:)/g;

export const pureCore: Rule = {
  name: 'pure-core',
  summary: 'no clock, randomness, timer, log or process in packages/core/src',
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.path.startsWith('packages/core/src/') || file.isTest) continue;
      for (const { match, line } of matches(file.code, ambient)) {
        const message = `${match[1]} makes the core depend on the machine: let it come in with the command.`;
        yield { path: file.path, line, message };
      }
    }
  },
};
