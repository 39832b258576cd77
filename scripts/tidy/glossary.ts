/** Words that have another name in our code. `docs/glossary.md` is the source where it says so; this table is the floor. */

/** Forbidden word (lower case, singular) → the word to use. */
export type Glossary = ReadonlyMap<string, string>;

const floor: Glossary = new Map([
  ['recharge', 'deposit'],
  ['contract', 'perpetual'],
  ['ipo', 'offering'],
  ['ico', 'offering'],
]);

/**
 * Words of the column that mean something else in another part of the code (a database transaction, the lock of a file,
 * the token of a session): no search can tell which is meant, so a reader has to.
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
 * The floor, and from each table with a `Not` column the words that stand there without a condition in brackets. A word
 * that is itself a term of the glossary (`batch`) is never forbidden.
 */
export function glossaryFrom(markdown: string): Glossary {
  const words = new Map(floor);
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
    for (const word of forbiddenIn(cells[notColumn] ?? '')) words.set(word, term);
  }
  for (const word of [...terms, ...homonyms]) words.delete(word);
  return words;
}

/** Only single plain words are taken: a phrase cannot be an identifier, and a condition needs a reader. */
function forbiddenIn(cell: string): string[] {
  return cell
    .split(/[,;]/)
    .map((part) => part.trim().toLowerCase())
    .filter((word) => /^[a-z]{3,}$/.test(word));
}
