/**
 * Comments are one sentence, so that a reader finds the reason and no story. The docstring of an export or
 * of a file may have a second one, for a shape, a unit, an error or a source.
 */
import type { Project, Rule } from '../rule.ts';
import type { SourceFile } from '../source.ts';

/** Sentences in a paragraph of an export's docstring, and in any other comment. */
const SENTENCES_MAX = { docstring: 2, comment: 1 } as const;
/** Mark of code for journals of before, which is a sentence by itself (rule `replay-marks`). */
const replayMark = /\s*\bReplay before `[^`]+`.*$/;
const abbreviations = /\b(e\.g|i\.e|etc|cf)\./g;
const sentenceEnd = /[.!?][)'"`]*\s+(?=['"`(*]*[A-Z\d])/;

export const sentences: Rule = {
  name: 'sentences',
  summary: 'comments of one sentence; a second one for the docstrings of exports and files',
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.isScript) continue;
      for (const { line, texts, isDocstring } of commentsOf(file)) {
        const most = isDocstring ? SENTENCES_MAX.docstring : SENTENCES_MAX.comment;
        const count = Math.max(...paragraphs(texts).map(sentencesIn));
        if (count <= most) continue;
        yield {
          path: file.path,
          line,
          message: `A comment of ${count} sentences, where ${most} may be: leave the reason, or divide it among its lines.`,
        };
      }
    }
  },
};

interface Comment {
  /** Line from 1. */
  readonly line: number;
  readonly texts: readonly string[];
  readonly isDocstring: boolean;
}

function* commentsOf(file: SourceFile): Generator<Comment> {
  const commentLines = file.comments.split('\n').map((line) => line.trim());
  const codeLines = file.code.split('\n').map((line) => line.trim());
  for (let first = 0; first < commentLines.length; first += 1) {
    const text = commentLines[first] ?? '';
    const isBlock = text.startsWith('/*');
    if (!isBlock && !text.startsWith('//')) continue;
    let last = first;
    if (isBlock) while (last + 1 < commentLines.length && !commentLines[last]?.endsWith('*/')) last += 1;
    else if (codeLines[first] === '')
      while (commentLines[last + 1]?.startsWith('//') && codeLines[last + 1] === '') last += 1;
    const next = codeLines[last + 1] ?? '';
    yield {
      line: first + 1,
      texts: commentLines.slice(first, last + 1).map(bare),
      isDocstring: isBlock && (first === 0 || isEmptyLine(file, last + 1) || next.startsWith('export ')),
    };
    first = last;
  }
}

/** A comment that stands by itself is about the file. */
function isEmptyLine(file: SourceFile, at: number): boolean {
  return file.text.split('\n')[at]?.trim() === '';
}

function bare(line: string): string {
  return line.replace(/^(?:\/\*\*?|\*(?!\/)|\/\/) ?/, '').replace(/ *\*\/$/, '');
}

/** Paragraphs are divided by empty lines, list items and tags. */
function paragraphs(texts: readonly string[]): string[] {
  const all: string[] = [''];
  for (const text of texts) {
    if (text.trim() === '' || /^(?:@|[-*•] |\d+\. )/.test(text)) all.push('');
    all[all.length - 1] += ` ${text}`;
  }
  return all;
}

function sentencesIn(paragraph: string): number {
  const text = paragraph.replace(replayMark, '').replaceAll(abbreviations, '$1').trim();
  return text.split(sentenceEnd).length;
}
