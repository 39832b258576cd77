/** One word, one meaning: identifiers use the words of the glossary. */
import { exportedNames } from '../exported-names.ts';
import { singular } from '../glossary.ts';
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const identifier = /(?<![\w$])[A-Za-z_$][\w$]*/g;
/** Terms of the trade that contain a word which is refused by itself. */
const terms = /contract[-_ ]?notes?/gi;
/**
 * Folders with the words of old URLs and of the wire: pages mirror the routes, and protocol translates once.
 */
const translates = /^(apps\/web\/src\/pages\/|packages\/protocol\/src\/operations\/)/;
/**
 * Names that tables, journals and other programs have (the
 * glossary's *Names that stay*), where they are said.
 */
const staying: ReadonlyMap<string, readonly string[]> = new Map([
  ['packages/core/src/codec/written-names.ts', ['firedAtMs']],
  ['apps/server/src/domains/alerts/store.ts', ['fired_at_ms', 'price_fired']],
  ['apps/server/src/domains/alerts/notices.ts', ['alertFired']],
  ['packages/core/src/proof/row-parts.ts', ['told']],
  ['apps/server/src/engine/journal/hash-chain.ts', ['told']],
  ['apps/server/src/domains/proof/log/witness.ts', ['kept']],
]);

export const words: Rule = {
  name: 'words',
  summary: "identifiers, exported names and file names use the glossary's words, not their synonyms",
  *check({ files, glossary }: Project) {
    const problemOf = (name: string): string | undefined => problemWith(name, glossary.words);
    for (const file of files) {
      if (!file.isScript || file.path.startsWith('scripts/tidy/')) continue;
      const ofPath = translates.test(file.path) ? undefined : problemOf(file.path.split('/').pop() ?? '');
      if (ofPath !== undefined) yield { path: file.path, line: 1, message: ofPath };
      const seen = new Set<string>(staying.get(file.path));
      for (const { match, line } of matches(file.code, identifier)) {
        const name = match[0];
        if (seen.has(name)) continue;
        seen.add(name);
        const message = problemOf(name);
        if (message !== undefined) yield { path: file.path, line, message };
      }
      for (const { name, line } of exportedNames(file.code)) {
        if (staying.get(file.path)?.includes(name)) continue;
        const message = problemWith(name, glossary.exported);
        if (message !== undefined) yield { path: file.path, line, message };
      }
    }
  },
};

/** The first word, or two words in a row, that the list has under another name. */
function problemWith(name: string, refused: ReadonlyMap<string, string>): string | undefined {
  const parts = wordsOf(name.replaceAll(terms, 'note'));
  const pairs = parts.slice(1).map((part, at) => `${parts[at]} ${part}`);
  const word = [...parts, ...pairs].find((candidate) => refused.has(candidate));
  return word === undefined
    ? undefined
    : `"${name}": say ${refused.get(word)}, not ${word} (docs/glossary.md).`;
}

/** The words of an identifier, in lower case and without the s of a plural. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => singular(word.toLowerCase()));
}
