/** Words that have another name in our code. `docs/glossary.md` is the source where it says so; this table is the floor. */

/** Forbidden word (lower case, singular) → the word to use. */
export type Glossary = ReadonlyMap<string, string>;

const floor: Glossary = new Map([
  ['recharge', 'deposit'],
  ['contract', 'perpetual'],
  ['ipo', 'offering'],
  ['ico', 'offering'],
  ['wallet', 'payout (the account money is paid to) or balance'],
]);

/** The floor, and each row of a table that has a `Not` column: its words, in code marks or between commas. */
export function glossaryFrom(markdown: string): Glossary {
  const words = new Map(floor);
  let notColumn = -1;
  for (const line of markdown.split('\n')) {
    if (!line.trimStart().startsWith('|')) {
      notColumn = -1;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const header = cells.findIndex((cell) => /^not\b/i.test(cell));
    if (notColumn === -1) notColumn = header;
    else addRow(words, cells[0] ?? '', cells[notColumn] ?? '');
  }
  return words;
}

/** Only single plain words are taken: a phrase cannot be an identifier. */
function addRow(words: Map<string, string>, term: string, cell: string): void {
  const use = term.replaceAll(/[`*]/g, '');
  for (const part of cell.replaceAll(/[`*]/g, '').split(/[,;]/)) {
    const word = part.trim().toLowerCase();
    if (/^[a-z]{3,}$/.test(word)) words.set(word, use);
  }
}
