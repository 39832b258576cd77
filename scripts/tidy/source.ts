/**
 * Reads a source file once for all rules. No compiler: a scanner blanks what is not code (comments, text of
 * strings) and keeps every position, so that a rule is a plain search and still knows its line.
 */

export type ImportStatement = {
  /** The text between the quotes. */
  readonly target: string;
  readonly line: number;
  /** `import type … from`: it is gone when the code runs. */
  readonly isTypeOnly: boolean;
};

export type SourceFile = {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /**
   * The text with comments and the inside of strings and
   * regular expressions blanked; code inside templates stays.
   */
  readonly code: string;
  /** The text of comments alone, everything else blanked. */
  readonly comments: string;
  readonly imports: readonly ImportStatement[];
  /** True for TypeScript or JavaScript; other files have only their text. */
  readonly isScript: boolean;
  readonly isTest: boolean;
};

export function sourceFile(path: string, text: string): SourceFile {
  const isScript = /\.(ts|tsx|mjs)$/.test(path);
  const { code, comments } = isScript ? blank(text) : { code: '', comments: text };
  return {
    path,
    text,
    isScript,
    code,
    comments,
    imports: isScript ? importsOf(text, code) : [],
    isTest: /(\.test\.tsx?|\/test-[a-z-]+\.ts)$/.test(path),
  };
}

/** The line (from 1) of a position. */
function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Every match of a global expression with its line. */
export function* matches(
  text: string,
  expression: RegExp,
): Generator<{ match: RegExpExecArray; line: number }> {
  for (const match of text.matchAll(expression)) yield { match, line: lineAt(text, match.index) };
}

/** An import with a longer list of names than this is taken for one of values. */
const HEAD_LENGTH_MAX = 3000;
const importExpression = /\b(?:from|import)\s*(\(?)\s*(['"])/g;

function importsOf(text: string, code: string): ImportStatement[] {
  const found: ImportStatement[] = [];
  for (const { match, line } of matches(code, importExpression)) {
    if (/[.\w$]/.test(code[match.index - 1] ?? '')) continue;
    const start = match.index + match[0].length;
    const end = text.indexOf(match[2] ?? '', start);
    const head = /\b(?:import|export)\b[^;'"`]*$/.exec(
      code.slice(Math.max(0, match.index - HEAD_LENGTH_MAX), match.index),
    );
    const isTypeOnly = /^(?:import|export)\s+type\b/.test(lastStatement(head?.[0] ?? ''));
    found.push({ target: text.slice(start, end), line, isTypeOnly });
  }
  return found;
}

/** The text from its last `import` or `export` on. */
function lastStatement(head: string): string {
  return head.slice(Math.max(head.lastIndexOf('import'), head.lastIndexOf('export'), 0));
}

type Scan = { readonly text: string; readonly code: string[]; readonly comments: string[]; at: number };

function blank(text: string): { code: string; comments: string } {
  const blanked = Array.from(text, (character) => (character === '\n' ? '\n' : ' '));
  // Characters outside the basic plane take two places in a string: the arrays must keep them too.
  const spaces =
    blanked.length === text.length
      ? blanked
      : Array.from({ length: text.length }, (_, at) => (text[at] === '\n' ? '\n' : ' '));
  const scan: Scan = { text, code: [...spaces], comments: [...spaces], at: 0 };
  scanCode(scan, undefined);
  return { code: scan.code.join(''), comments: scan.comments.join('') };
}

/** Copies code until the end of the text, or until the brace that closes the hole of a template. */
function scanCode(scan: Scan, closing: '}' | undefined): void {
  let depth = 0;
  while (scan.at < scan.text.length) {
    const character = scan.text[scan.at] ?? '';
    const next = scan.text[scan.at + 1];
    if (character === '/' && next === '/') scanComment(scan, lineEnd(scan));
    else if (character === '/' && next === '*') scanComment(scan, blockEnd(scan));
    else if (character === "'" || character === '"') scanString(scan, character);
    else if (character === '`') scanTemplate(scan);
    else if (character === '/' && startsExpression(scan)) scanRegularExpression(scan);
    else {
      if (character === '{') depth += 1;
      if (character === '}' && depth === 0 && closing !== undefined) return;
      if (character === '}') depth -= 1;
      scan.code[scan.at] = character;
      scan.at += 1;
    }
  }
}

function lineEnd(scan: Scan): number {
  const end = scan.text.indexOf('\n', scan.at);
  return end === -1 ? scan.text.length : end;
}

function blockEnd(scan: Scan): number {
  const end = scan.text.indexOf('*/', scan.at + 2);
  return end === -1 ? scan.text.length : end + 2;
}

function scanComment(scan: Scan, end: number): void {
  for (; scan.at < end; scan.at += 1) scan.comments[scan.at] = scan.text[scan.at] ?? ' ';
}

/** A quote without its partner on the line is an apostrophe in the text of an element, not a string. */
function scanString(scan: Scan, quote: string): void {
  const { text } = scan;
  let end = scan.at + 1;
  while (end < text.length && text[end] !== quote && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
  scan.code[scan.at] = quote;
  if (text[end] === quote) {
    scan.code[end] = quote;
    scan.at = end + 1;
  } else {
    scan.at += 1;
  }
}

function scanTemplate(scan: Scan): void {
  const { text, code } = scan;
  code[scan.at] = '`';
  scan.at += 1;
  while (scan.at < text.length && text[scan.at] !== '`') {
    if (text[scan.at] === '\\') scan.at += 2;
    else if (text[scan.at] === '$' && text[scan.at + 1] === '{') {
      code[scan.at + 1] = '{';
      scan.at += 2;
      scanCode(scan, '}');
      code[scan.at] = '}';
      scan.at += 1;
    } else scan.at += 1;
  }
  code[scan.at] = '`';
  scan.at += 1;
}

/** A slash begins a regular expression where a value may begin, and divides elsewhere. */
function startsExpression(scan: Scan): boolean {
  let before = scan.at - 1;
  while (before >= 0 && /\s/.test(scan.code[before] ?? '')) before -= 1;
  if (before < 0) return true;
  if (/[(,=:[!&|?{};+*%~^>]/.test(scan.code[before] ?? '')) return true;
  const word = /[\w$]+$/.exec(scan.code.slice(Math.max(0, before - 10), before + 1).join(''))?.[0];
  return word === 'return' || word === 'typeof' || word === 'case';
}

function scanRegularExpression(scan: Scan): void {
  const { text } = scan;
  let end = scan.at + 1;
  let inClass = false;
  while (end < text.length && text[end] !== '\n' && (inClass || text[end] !== '/')) {
    if (text[end] === '[') inClass = true;
    if (text[end] === ']') inClass = false;
    end += text[end] === '\\' ? 2 : 1;
  }
  scan.code[scan.at] = '/';
  if (text[end] === '/') {
    scan.code[end] = '/';
    scan.at = end + 1;
  } else {
    scan.at += 1;
  }
}
