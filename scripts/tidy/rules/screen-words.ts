/** Sentences that a person reads: short, and without the words that docs/words.md refuses. */
import type { Project, Rule, Violation } from '../rule.ts';
import { matches, type SourceFile } from '../source.ts';

const WORDS_MAX = 12;
const DOCUMENT = 'docs/words.md';
/** The catalogues of the app, the sentences of refusals, and what the server writes to people. */
const told =
  /^(apps\/web\/src\/locales\/(en-US|bn-BN)\/|packages\/protocol\/src\/messages\/((en-US|bn-BN)\/[a-z-]+|problems)\.ts$|apps\/server\/src\/domains\/.+\/(notices|texts|statement-texts|help|notify-owner)\.ts$)/;
const literal = /(['"]) *\1|`[^`]*`/g;

export const screenWords: Rule = {
  name: 'screen-words',
  summary: `sentences of at most ${WORDS_MAX} words, without what ${DOCUMENT} never says`,
  *check({ files }: Project) {
    const refused = refusedWords(files.find(({ path }) => path === DOCUMENT)?.text ?? '');
    for (const file of files) {
      if (!told.test(file.path) || file.isTest) continue;
      for (const text of textsOf(file)) {
        yield* tooLong(file, text);
        yield* refusedIn(file, { text, refused });
      }
    }
  },
};

interface Text {
  readonly words: string;
  readonly line: number;
  /** `trade.state_open` of a catalogue; the name before the text elsewhere. */
  readonly place: string;
}

interface Refused {
  readonly never: string;
  readonly say: string;
  readonly expression: RegExp;
  /** Places where the specification has the word. */
  readonly allowed: ReadonlySet<string>;
}

/** Every text with more than one word, and in catalogues every text. */
function* textsOf(file: SourceFile): Generator<Text> {
  const isCatalogue = file.path.startsWith('apps/web/');
  const name = file.path.split('/').pop()?.replace('.ts', '') ?? '';
  for (const { match, line } of matches(file.code, literal)) {
    const at = match.index;
    const words = file.text
      .slice(at + 1, at + match[0].length - 1)
      .replaceAll(/\$\{[^}]*\}/g, '{}')
      .replaceAll(/<[^>]+>/g, '');
    const key = /([\w$]+):\s*$/.exec(file.code.slice(Math.max(0, at - 80), at))?.[1] ?? '';
    const isImport = /\b(?:from|import)\s*$/.test(file.code.slice(Math.max(0, at - 10), at));
    if (!isImport && (isCatalogue || /\s/.test(words))) yield { words, line, place: `${name}.${key}` };
  }
}

function* tooLong({ path }: SourceFile, { words, line }: Text): Generator<Violation> {
  for (const sentence of words.split(/(?<=[.!?।…])\s+/)) {
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length;
    if (count > WORDS_MAX)
      yield { path, line, message: `${count} words, at most ${WORDS_MAX}: "${sentence}"` };
  }
}

function* refusedIn(
  { path }: SourceFile,
  { text, refused }: { text: Text; refused: readonly Refused[] },
): Generator<Violation> {
  for (const { never, say, expression, allowed } of refused) {
    if (allowed.has(text.place) || !expression.test(text.words)) continue;
    yield { path, line: text.line, message: `"${never}": say ${say} (${DOCUMENT}).` };
  }
}

/** The rows of each table whose first column is headed `Never`; `word*` refuses all that begins so. */
function refusedWords(markdown: string): Refused[] {
  const found: Refused[] = [];
  let isTable = false;
  for (const line of markdown.split('\n')) {
    const [never = '', say = '', only = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (!line.startsWith('|')) isTable = false;
    else if (never === 'Never') isTable = true;
    else if (isTable && !never.startsWith('--'))
      for (const word of never.split(', '))
        found.push({ never: word, say, expression: expressionOf(word), allowed: placesIn(only) });
  }
  return found;
}

function expressionOf(word: string): RegExp {
  const open = word.endsWith('*');
  const plain = (open ? word.slice(0, -1) : word).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}])${plain}${open ? '' : '(?![\\p{L}\\p{M}])'}`, 'iu');
}

function placesIn(cell: string): ReadonlySet<string> {
  return new Set([...cell.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place));
}
