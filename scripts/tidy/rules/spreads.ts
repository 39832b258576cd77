/** A list that can grow is never spread into a call: its arguments lie on the stack, and that ends. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const checked = /^(?:packages\/core|apps\/server)\/src\//;
/** Simulations hold whole runs in memory, and make them no longer than they say. */
const exempt = /\/simulation\//;
const spread = /(?<=\.)(push|unshift)\(\s*\.\.\.|\bMath\.(min|max)\(\s*\.\.\./g;

export const spreads: Rule = {
  name: 'spreads',
  summary: 'no list is spread into `push`, `unshift`, `Math.min` or `Math.max` where the server runs',
  *check({ files }: Project) {
    for (const { path, code, isTest } of files) {
      if (isTest || !checked.test(path) || exempt.test(path)) continue;
      for (const { match, line } of matches(code, spread)) {
        const instead = match[1] ? 'append' : `${match[2] === 'min' ? 'least' : 'greatest'}Of`;
        const message = `A list that grows, spread into a call, ends the stack: take \`${instead}\` of core/values.`;
        yield { path, line, message };
      }
    }
  },
};
