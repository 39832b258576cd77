/** Finds the functions of a file by their brackets, in code whose strings and comments are blanked. */

export type FoundFunction = {
  readonly lineFirst: number;
  readonly lineLast: number;
  /** The function is the body of a `describe` or `suite`. */
  readonly isSuite: boolean;
};

const closers: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
/** A head longer than this (parameters aside) is not one. */
const HEAD_LENGTH_MAX = 1500;
const controlWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'with']);

export function functionsOf(code: string): FoundFunction[] {
  const openers = openersOf(code);
  const lineOf = lineIndex(code);
  const found: FoundFunction[] = [];
  for (const [close, open] of openers) {
    if (code[open] !== '{') continue;
    const start = headStart(code, open, openers);
    if (start === undefined) continue;
    const isSuite = /\b(describe|suite)\s*\([^()]*$/.test(code.slice(Math.max(0, start - 200), start));
    found.push({ lineFirst: lineOf(start), lineLast: lineOf(close), isSuite });
  }
  return found;
}

/** Closing position → opening position of every bracket. */
function openersOf(code: string): Map<number, number> {
  const openers = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (closers[character] !== undefined) open.push(at);
    const last = open.at(-1);
    if (last !== undefined && closers[code[last] ?? ''] === character) {
      openers.set(at, last);
      open.pop();
    }
  }
  return openers;
}

/** Start of the function whose body opens here; nothing when the brace opens something else. */
function headStart(code: string, open: number, openers: ReadonlyMap<number, number>): number | undefined {
  const before = lastCode(code, open - 1);
  if (code.slice(before - 1, before + 1) === '=>') return arrowStart(code, before - 1, openers);
  const parameters = parametersBefore(code, open, openers);
  if (parameters === undefined) return undefined;
  const word = /([\w$]+)\s*$/.exec(code.slice(Math.max(0, parameters - 60), parameters))?.[1];
  return word !== undefined && controlWords.has(word) ? undefined : parameters;
}

function arrowStart(code: string, arrow: number, openers: ReadonlyMap<number, number>): number {
  return parametersBefore(code, arrow, openers) ?? lastCode(code, arrow - 1);
}

/**
 * The position of the `(` whose `)`, with or without a return type behind it, ends just before the position.
 */
function parametersBefore(
  code: string,
  end: number,
  openers: ReadonlyMap<number, number>,
): number | undefined {
  for (let close = end - 1; close >= 0 && end - close < HEAD_LENGTH_MAX; close -= 1) {
    if (code[close] === ';') return undefined;
    if (code[close] !== ')') continue;
    const open = openers.get(close);
    const between = code.slice(close + 1, end).trim();
    if (open !== undefined && (between === '' || isReturnType(between))) return open;
  }
  return undefined;
}

/** `: Promise<X>` and the like: a colon, then one whole type. */
function isReturnType(text: string): boolean {
  if (!text.startsWith(':')) return false;
  let flat = text.slice(1).replaceAll('=>', ' ');
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replaceAll(/\{[^{}()[\]]*\}|\([^{}()[\]]*\)|\[[^{}()[\]]*\]/g, 'T');
  }
  return flat.trim() !== '' && !/[;{}=?:]/.test(flat) && !/[|&,<]$/.test(flat.trim());
}

function lastCode(code: string, at: number): number {
  let position = at;
  while (position >= 0 && /\s/.test(code[position] ?? '')) position -= 1;
  return position;
}

function lineIndex(code: string): (position: number) => number {
  const starts = [0];
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
