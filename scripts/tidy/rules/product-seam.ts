/** Nobody outside `products/` asks what kind of thing is traded: a product's record answers instead. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

/** Kinds of instruments, wallets, products by their core and their wire names, and what ids begin with. */
const names = 'stock|spot|coin|perpetual|delivery|intraday|CNC|MIS|NSE_SIM|COIN_SIM';
const prefixes = '(?:NSE|COIN)(?:_SIM)?:?|EQ:|RE:';
const branches: readonly RegExp[] = [
  new RegExp(`[!=]==? *(['"])(?:${names})\\1`, 'g'),
  new RegExp(`(['"])(?:${names})\\1 *[!=]==? `, 'g'),
  new RegExp(`\\bcase (['"])(?:${names})\\1`, 'g'),
  new RegExp(`\\.(?:startsWith|includes)\\((['"])(?:${names}|${prefixes})\\1\\)`, 'g'),
  // A list of kinds or of wallets, written out again.
  /\[(['"])(?:stock|spot)\1, *\1(?:spot|perpetual)\1/g,
  /\bRecord<(?:Instrument|Listing|InstrumentDetail|Terms)\['kind'\]/g,
  /\bswitch \([\w.?]*\b(?:instrument|listing|detail|terms)\??\.kind\)/g,
];

/** Folders under the rule: sources whose products have records. */
const held: readonly string[] = [
  'packages/core/src/',
  'packages/protocol/src/',
  'apps/server/src/',
  'apps/web/src/',
];

/** Files that may ask all the same, by the beginning of their path, each with its reason. */
const excused: ReadonlyMap<string, string> = new Map([
  ['packages/core/src/model/', 'the lists themselves stand here, below the products that use them'],
  ['packages/core/src/simulation/audit/', 'an auditor of its own must not ask the records that it checks'],
]);

export const productSeam: Rule = {
  name: 'product-seam',
  summary: 'branches on kinds of instruments, wallets and id prefixes stand in products/ alone',
  *check({ files }: Project) {
    for (const { path, text, code, isScript, isTest } of files) {
      if (!isScript || isTest || path.includes('/products/')) continue;
      const begins = (folder: string): boolean => path.startsWith(folder);
      if (!held.some(begins) || [...excused.keys()].some(begins)) continue;
      for (const branch of branches) {
        for (const { match, line } of matches(text, branch)) {
          // In a comment, or inside a string, nothing of the match is code.
          if (code.slice(match.index, match.index + match[0].length).trim() === '') continue;
          const message = `"${match[0].trim()}" asks what is traded: ask the product's record (products/list.ts).`;
          yield { path, line, message };
        }
      }
    }
  },
};
