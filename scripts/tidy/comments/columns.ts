/** Comments end at column 110; `npm run tidy -- --wrap` wraps those that do not. */
import type { Project, Rule } from '../rule.ts';
import { type SourceFile, sourceFile } from '../source.ts';

export const COMMENT_COLUMNS = 110;
/** A last line with less than this is not left alone. */
const LAST_LINE_MIN = 24;
/**
 * Beginnings of lines that stay lines of their own: a list's
 * item, a tag, a row of a table, a quotation of code.
 */
const ownLine = /^(?:[-*•] |\d+\. |@\w|\||```| {2,})/;

export const comments: Rule = {
  name: 'comments',
  summary: `comments of at most ${COMMENT_COLUMNS} columns`,
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.isScript) continue;
      for (const at of longLines(file)) {
        yield {
          path: file.path,
          line: at + 1,
          message: `A comment beyond column ${COMMENT_COLUMNS}: \`npm run tidy -- --wrap\` wraps it.`,
        };
      }
    }
  },
};

/** The text with every long comment wrapped; what cannot be wrapped (a word, a comment amid code) stays. */
export function wrapped(file: SourceFile): string {
  let current = file;
  for (let from = 0; ; ) {
    const line = longLines(current).find((at) => at >= from);
    if (line === undefined) return current.text;
    const change = changeAt(current, line);
    const lines = current.text.split('\n');
    lines.splice(change.first, change.last - change.first + 1, ...change.lines);
    from = change.first + change.lines.length;
    current = sourceFile(file.path, lines.join('\n'));
  }
}

/**
 * Lines (from 0) on which a comment of more than one word, and not for a tool, goes beyond the last column.
 */
function longLines({ comments: text }: SourceFile): number[] {
  return text.split('\n').flatMap((line, at) => {
    const isLong = line.trimEnd().length > COMMENT_COLUMNS && !line.includes('biome-ignore');
    return isLong && line.replace(/^[\s/*]+/, '').includes(' ') ? [at] : [];
  });
}

type Change = { readonly first: number; readonly last: number; readonly lines: readonly string[] };

function changeAt(file: SourceFile, line: number): Change {
  const commentLines = file.comments.split('\n');
  const codeLines = file.code.split('\n');
  const textAt = (at: number): string => (commentLines[at] ?? '').trim();
  const hasCode = (at: number): boolean => (codeLines[at] ?? '').trim() !== '';
  const indent = /^ */.exec(commentLines[line] ?? '')?.[0] ?? '';
  if (textAt(line).startsWith('//')) {
    if (hasCode(line)) return { first: line, last: line, lines: [file.text.split('\n')[line] ?? ''] };
    const goesOn = (at: number): boolean => textAt(at).startsWith('//') && !hasCode(at);
    const [first, last] = [edge(line, -1, goesOn), edge(line, 1, goesOn)];
    const texts = commentLines.slice(first, last + 1).map((one) => one.trim().replace(/^\/\/ ?/, ''));
    return { first, last, lines: reflow(texts, `${indent}// `) };
  }
  const first = edge(line, -1, (at) => at + 1 === line || !textAt(at + 1).startsWith('/*'));
  return block(file, textAt(line).startsWith('/*') ? line : first);
}

/** The farthest line in a direction of which all up to it go on. */
function edge(from: number, step: 1 | -1, goesOn: (at: number) => boolean): number {
  let at = from;
  while (at + step >= 0 && goesOn(at + step)) at += step;
  return at;
}

/** A block comment that begins on a line. */
function block(file: SourceFile, first: number): Change {
  const all = file.text.split('\n');
  const commentLines = file.comments.split('\n');
  const last = commentLines.findIndex((one, at) => at >= first && one.trimEnd().endsWith('*/'));
  const raw = all.slice(first, last + 1);
  const opening = /^ *\/\*\*?/.exec(raw[0] ?? '')?.[0];
  const closes = /\*\/ *$/.test(raw.at(-1) ?? '');
  if (opening === undefined || !closes) return { first, last: first, lines: [all[first] ?? ''] };
  const indent = opening.replace(/\/.*/, '');
  const texts = raw
    .map((one, at) => (at === 0 ? one.slice(opening.length) : one.replace(/^ *\* ?(?!\/)/, '')))
    .map((one, at) => (at === 0 ? one.trimStart() : one.trimEnd()));
  texts[texts.length - 1] = (texts.at(-1) ?? '').replace(/ *\*\/ *$/, '').trimEnd();
  while (texts.length > 1 && texts[0] === '') texts.shift();
  while (texts.length > 1 && texts.at(-1)?.trim() === '') texts.pop();
  const lines = [opening, ...reflow(texts, `${indent} * `), `${indent} */`];
  return { first, last, lines };
}

/** Paragraphs filled up to the last column; lists, tables and quotations keep their lines. */
function reflow(texts: readonly string[], prefix: string): string[] {
  const paragraphs: string[][] = [];
  let isQuoted = false;
  let isNew = true;
  for (const text of texts) {
    if (/^ {2,}\S/.test(text) && !isQuoted && isListItem(paragraphs.at(-1))) {
      paragraphs.at(-1)?.push(text.trim());
      continue;
    }
    const isFence = text.startsWith('```');
    const isOwn = isQuoted || text.trim() === '' || ownLine.test(text);
    if (isNew || isOwn) paragraphs.push([text]);
    else paragraphs.at(-1)?.push(text);
    if (isFence) isQuoted = !isQuoted;
    isNew = isQuoted || isFence || text.trim() === '';
  }
  return paragraphs.flatMap((paragraph) => filled(paragraph, prefix));
}

function isListItem(paragraph: readonly string[] | undefined): boolean {
  return /^(?:[-*•] |\d+\. )/.test(paragraph?.[0] ?? '');
}

function filled(paragraph: readonly string[], prefix: string): string[] {
  const whole = paragraph.join(' ');
  if (whole.trim() === '') return [prefix.trimEnd()];
  if (paragraph.every((one) => prefix.length + one.length <= COMMENT_COLUMNS))
    return paragraph.map((one) => prefix + one);
  const hanging = isListItem(paragraph) ? '  ' : '';
  const indent = /^ */.exec(whole)?.[0] ?? '';
  const words = whole.trim().split(/ +/);
  const fill = (columns: number) => filledTo(columns, words, [prefix + indent, prefix + indent + hanging]);
  const lines = fill(COMMENT_COLUMNS);
  if ((lines.at(-1)?.length ?? 0) >= prefix.length + LAST_LINE_MIN) return lines;
  // A last line of a word or two: the lines share the text evenly instead.
  for (let columns = COMMENT_COLUMNS - 1; ; columns -= 1) {
    const tried = fill(columns);
    if (tried.length > lines.length) return fill(columns + 1);
  }
}

function filledTo(columns: number, words: readonly string[], [first, next]: readonly [string, string]) {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = next;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
