/** A list that can grow is never spread into a call: its arguments lie on the stack, and that ends. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const checked = /^(?:packages\/core|apps\/server)\/src\//;
/** Simulations hold whole runs in memory, and make them no longer than they say. */
const exempt = /\/simulation\//;
const spread = /\.(push|unshift)\(\s*\.\.\./g;

export const spreads: Rule = {
  name: 'spreads',
  summary: 'no list is spread into `push` or `unshift` where the server runs: `append` of core/values',
  *check({ files }: Project) {
    for (const { path, code, isTest } of files) {
      if (isTest || !checked.test(path) || exempt.test(path)) continue;
      for (const { match, line } of matches(code, spread)) {
        const message = `"${match[1]}(...)" of a list that grows ends the stack: take \`append\` of core/values.`;
        yield { path, line, message };
      }
    }
  },
};
