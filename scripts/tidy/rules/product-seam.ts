/** Nobody outside `products/` asks what kind of thing is traded: a product's record answers instead. */
import type { Project, Rule } from '../rule.ts';
import { matches, type SourceFile } from '../source.ts';

/** Kinds of instruments, wallets, products by their core and their wire names, and what ids begin with. */
const names = 'stock|spot|coin|perpetual|delivery|intraday|CNC|MIS|NSE_SIM|COIN_SIM|DSE_SIM|B3_SIM';
const prefixes = '(?:NSE|COIN|DSE|B3)(?:_SIM)?:?|EQ:|RE:';
const branches: readonly RegExp[] = [
  new RegExp(`[!=]==? *(['"])(?:${names})\\1`, 'g'),
  new RegExp(`(['"])(?:${names})\\1 *[!=]==? `, 'g'),
  // One of two kinds, chosen in the comparison itself, and one of a list.
  new RegExp(`[!=]==? *\\([^()\\n]*?(['"])(?:${names})\\1`, 'g'),
  new RegExp(`\\[[^[\\]\\n]{0,80}?(['"])(?:${names})\\1[^[\\]\\n]{0,80}\\]\\.includes\\(`, 'g'),
  new RegExp(`\\bcase (['"])(?:${names})\\1`, 'g'),
  new RegExp(`\\.(?:startsWith|includes)\\((['"])(?:${names}|${prefixes})\\1\\)`, 'g'),
  // A comparison with another product's record, or with a field of it.
  /[!=]==? *(?:delivery|intraday|spot)\b(?:\.(?:wallet|section|venue|kind|wireName|offer))?(?![\w.(])/g,
  // Having a product's name, read as having one of them.
  /\bproduct *[!=]==? *null\b/g,
  // A list of kinds or of wallets, written out again.
  /\[(['"])(?:stock|spot)\1, *\1(?:spot|perpetual)\1/g,
  /\bRecord<(?:Instrument|Listing|InstrumentProfile|Terms)\['kind'\]/g,
  /\bswitch \([\w.?]*\b(?:instrument|listing|detail|terms)\??\.kind\)/g,
];

/** Comparisons in the text of a statement, where code holds a string: by a column, or by how an id begins. */
const statementBranches: readonly RegExp[] = [
  new RegExp(
    `\\b(?:\\w+_)?(?:kind|wallet|venue|product)\\b *(?:=|<>|!=|(?:not )?in \\(|is (?:not )?distinct from) *'(?:${names})'`,
    'gi',
  ),
  // An order of which only some products have rows of that shape: the clause names them.
  /\bproduct is (?:not )?null\b(?! or (?:\w+\.)?product\b)/gi,
  new RegExp(`\\bwhen '(?:${names})'`, 'gi'),
  new RegExp(`(?:like|similar to|\\^@|~|starts_with\\([^)']*) *'\\^?(?:${prefixes})`, 'gi'),
];

/**
 * Ids that are put together or taken apart by what they begin with: in a template, a string or an expression.
 */
const parts: readonly RegExp[] = [
  /[`'"](?:NSE_SIM|COIN_SIM|DSE_SIM|B3_SIM|EQ|RE):(?:\$\{|[`'"])/g,
  /\/\^\(?(?:\?:)?(?:NSE|COIN|DSE|B3|EQ|RE)(?:_SIM)?[:|]/g,
  // The name of a venue by itself: whoever needs one asks a product where it trades.
  /(['"])(?:NSE_SIM|COIN_SIM|DSE_SIM|B3_SIM)\1/g,
];

/** The app's own: a name that asks for one product, which its record answers under a name of its own. */
const webBranches: readonly RegExp[] = [/\b\w*withinDay\w*/gi];

/** And a product's name, written out: as the wire has it, or as an order asks for it. */
const webNames: readonly RegExp[] = [
  /(['"])(?:CNC|MIS)\1/g,
  new RegExp(`\\bproduct: *(['"])(?:${names})\\1`, 'g'),
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
  [
    'packages/core/src/simulation/world.ts',
    'the catalogue of the simulator: its instruments say where they trade',
  ],
  ['packages/protocol/src/words/', 'examples of values, for readers of the API'],
  ['packages/core/src/simulation/audit/', 'an auditor of its own must not ask the records that it checks'],
]);

export const productSeam: Rule = {
  name: 'product-seam',
  summary: 'branches on kinds, wallets, venues and id prefixes, in statements too, stand in products/ alone',
  *check({ files }: Project) {
    for (const file of files) {
      const { path, isScript, isTest } = file;
      if (!isScript || isTest || path.includes('/products/')) continue;
      const begins = (folder: string): boolean => path.startsWith(folder);
      if (!held.some(begins) || [...excused.keys()].some(begins)) continue;
      const seen = new Set<number>();
      for (const { found, line } of branchesOf(file)) {
        if (seen.has(line)) continue;
        seen.add(line);
        const message = `"${found}" asks what is traded: ask the product's record (products/list.ts).`;
        yield { path, line, message };
      }
    }
  },
};

function* branchesOf({ path, text, code, comments }: SourceFile): Generator<{ found: string; line: number }> {
  const isBlank = (of: string, { index, 0: { length } }: RegExpExecArray): boolean =>
    of.slice(index, index + length).trim() === '';
  // The words of the app are keys of texts, and ask nothing.
  const isApp = path.startsWith('apps/web/src/') && !path.includes('/locales/');
  // In a comment, or inside a string, nothing of the match is code.
  for (const { match, line } of [...branches, ...(isApp ? webBranches : [])].flatMap((branch) => [
    ...matches(text, branch),
  ]))
    if (!isBlank(code, match)) yield { found: match[0].trim(), line };
  for (const { match, line } of statementBranches.flatMap((branch) => [...matches(text, branch)]))
    if (isBlank(code, match) && isBlank(comments, match)) yield { found: match[0].trim(), line };
  for (const { match, line } of [...parts, ...(isApp ? webNames : [])].flatMap((part) => [
    ...matches(text, part),
  ]))
    if (isBlank(comments, match)) yield { found: match[0].trim(), line };
}
