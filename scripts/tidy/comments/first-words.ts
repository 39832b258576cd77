/** Comments begin with a noun: one that begins with a pronoun makes the reader guess the subject. */
import type { Project, Rule } from '../rule.ts';
import { matches, type SourceFile } from '../source.ts';

/** Folders under the rule. */
const FOLDERS: readonly string[] = [
  'apps/server/',
  'apps/web/',
  'bench/',
  'e2e/',
  'packages/core/',
  'packages/protocol/',
  'scripts/',
];
/** Words that stand for a noun and do not name it. */
const PRONOUNS = 'What|Whatever|Whoever|Who|Whose|It|They|He|She|That';
const blockStart = new RegExp(`/\\*\\*?(?:[ \\t]*\\n[ \\t]*\\*)?[ \\t]*(${PRONOUNS})\\b`, 'g');
const lineStart = new RegExp(`^//[ \\t]*(${PRONOUNS})\\b`);

export const firstWords: Rule = {
  name: 'first words',
  summary: 'comments that begin with a noun, not with "What", "Who", "It" or "That"',
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.isScript || !FOLDERS.some((folder) => file.path.startsWith(folder))) continue;
      for (const { word, line } of pronouns(file)) {
        yield {
          path: file.path,
          line,
          message: `A comment begins with "${word}": begin with the noun that it is about.`,
        };
      }
    }
  },
};

function* pronouns(file: SourceFile): Generator<{ readonly word: string; readonly line: number }> {
  for (const { match, line } of matches(file.comments, blockStart)) yield { word: match[1] ?? '', line };
  const codeLines = file.code.split('\n');
  let goesOn = false;
  for (const [at, text] of file.comments.split('\n').entries()) {
    const comment = text.trim();
    const isAlone = codeLines[at]?.trim() === '';
    const word = lineStart.exec(comment)?.[1];
    if (word !== undefined && !(goesOn && isAlone)) yield { word, line: at + 1 };
    goesOn = isAlone && comment.startsWith('//');
  }
}
