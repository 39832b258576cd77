/**
 * Words that have another name in our code. `docs/glossary.md`
 * is the source where it says so; this table is the floor.
 */

/** Forbidden word or two (lower case, singular), in each of their forms → the word to use. */
type Refused = ReadonlyMap<string, string>;

export type Glossary = {
  /** Refused in every identifier. */
  readonly words: Refused;
  /** Refused in exported names alone: marked `(exported)`, because local names have another use for them. */
  readonly exported: Refused;
};

const floor: Refused = new Map([
  ['recharge', 'deposit'],
  ['contract', 'perpetual'],
  ['ipo', 'offering'],
  ['ico', 'offering'],
]);

/**
 * Words of the column that mean something else in another part of the code (a database transaction, the lock
 * of a file, the token of a session): no search can tell which is meant, so a reader has to.
 */
const homonyms: ReadonlySet<string> = new Set([
  'api',
  'endpoint',
  'env',
  'freeze',
  'lock',
  'message',
  'offline',
  'result',
  'sum',
  'token',
  'trade',
  'transaction',
]);

/**
 * The floor, and from each table with a `Not` column the words that stand there without a condition in
 * brackets. A word that is itself a term of the glossary (`batch`) is never forbidden.
 */
export function glossaryFrom(markdown: string): Glossary {
  const words = new Map(floor);
  const exported = new Map<string, string>();
  const terms = new Set<string>();
  let notColumn = -1;
  for (const line of markdown.split('\n')) {
    if (!line.trimStart().startsWith('|')) {
      notColumn = -1;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll(/[`*]/g, '').trim());
    const term = cells[0] ?? '';
    if (notColumn === -1) {
      notColumn = cells.findIndex((cell) => /^not\b/i.test(cell));
      continue;
    }
    for (const word of term.toLowerCase().match(/[a-z]+/g) ?? []) terms.add(word);
    for (const { word, isExported } of forbiddenIn(cells[notColumn] ?? ''))
      (isExported ? exported : words).set(word, term);
  }
  for (const word of [...terms, ...homonyms]) words.delete(singular(word));
  return { words: withForms(words, terms), exported: withForms(exported, terms) };
}

/**
 * The same with every form of each word, but those that are terms themselves (`holding` is none of `hold`).
 */
function withForms(refused: Refused, terms: ReadonlySet<string>): Refused {
  const all = new Map<string, string>();
  for (const [words, term] of refused)
    for (const form of formsOf(words)) if (!terms.has(form)) all.set(singular(form), term);
  return new Map([...all, ...refused]);
}

/** Forms of one word or of two: the plural, the past and the one in -ing of each. */
export function formsOf(words: string): string[] {
  const [first = '', second] = words.split(' ');
  if (second === undefined) return inflected(first);
  return inflected(first).flatMap((one) => inflected(second).map((other) => `${one} ${other}`));
}

const doubled = /[^aeiou][aeiou][bdgmnprt]$/;

function inflected(word: string): string[] {
  if (word.endsWith('e')) return [word, `${word}s`, `${word}d`, `${word.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(word)) {
    const stem = `${word.slice(0, -1)}i`;
    return [word, `${stem}es`, `${stem}ed`, `${word}ing`];
  }
  const stem = doubled.test(word) ? `${word}${word.at(-1)}` : word;
  const plural = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  return [word, plural, `${word}ed`, `${word}ing`, `${stem}ed`, `${stem}ing`];
}

/** Plain words, and two of them in a row; any condition but `(exported)` needs a reader. */
function forbiddenIn(cell: string): { word: string; isExported: boolean }[] {
  return cell.split(/[,;]/).flatMap((part) => {
    const found = /^([a-z]{3,}(?: [a-z]{3,})?)( \(exported\))?$/.exec(part.trim().toLowerCase());
    if (found === null) return [];
    return [{ word: singular(found[1] ?? ''), isExported: found[2] !== undefined }];
  });
}

/** One or more words, each without the s of a plural; `means` is not `mean`, the average. */
export function singular(words: string): string {
  return words.replaceAll(/\b(?!means\b)(\w*[^s\W])s\b/g, '$1');
}
