/**
 * The names that a file gives to others: its exports under the name that others import, and the members of
 * exported types, interfaces and classes. It reads code whose strings and comments are blanked.
 */
import { matches } from './source.ts';

export type ExportedName = { readonly name: string; readonly line: number };

const declared =
  /\bexport\s+(?:default\s+|declare\s+|abstract\s+|async\s+|const\s+(?=enum\b))*(?:const|let|function\*?|class|interface|type|enum|namespace)\s+([A-Za-z_$][\w$]*)/g;
const listed = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g;
const gathered = /\bexport\s*\*\s*as\s+([\w$]+)/g;
/** The beginning of what has members; the brace or the equals sign is its last character. */
const body = /\bexport\s+(?:default\s+|declare\s+|abstract\s+)*(class|interface|type)\b[^{=;]*(?:=(?!>)|\{)/g;

const typeMember = /(?<=[{;]\s*)(?:(?:readonly|get|set)\s+)*([A-Za-z_$][\w$]*)\??\s*[:(<]/g;
const classMember =
  /(?<=[{};]\s*)(?:(?:public|protected|static|readonly|override|abstract|declare|async|accessor|get|set)\s+)*(?:\*\s*)?([A-Za-z_$][\w$]*)[?!]?\s*[:(<=;]/g;

export function* exportedNames(code: string): Generator<ExportedName> {
  for (const { match, line } of matches(code, declared)) yield { name: match[1] ?? '', line };
  for (const { match, line } of matches(code, gathered)) yield { name: match[1] ?? '', line };
  for (const { match, line } of matches(code, listed))
    for (const one of (match[1] ?? '').split(',')) {
      const name = /([\w$]+)\s*$/.exec(one)?.[1];
      if (name !== undefined && name !== 'default') yield { name, line };
    }
  yield* members(code);
}

function* members(code: string): Generator<ExportedName> {
  for (const { match, line } of matches(code, body)) {
    const isClass = match[1] === 'class';
    const open = match.index + match[0].length - 1;
    const text = flat(code, { open, isClass });
    for (const { match: member, line: below } of matches(text, isClass ? classMember : typeMember))
      yield { name: member[1] ?? '', line: line + linesIn(match[0]) + below - 1 };
  }
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/**
 * Text of a body without what stands in parentheses and, in a class,
 * inside methods; a type without braces ends at its semicolon.
 */
function flat(code: string, { open, isClass }: { open: number; isClass: boolean }): string {
  let text = '';
  let braces = 0;
  let parentheses = 0;
  for (let at = open; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (character === ')') parentheses -= 1;
    if (character === '}') braces -= 1;
    const isLeftOut = parentheses > 0 || (isClass && braces > 1);
    text += isLeftOut && character !== '\n' ? ' ' : character;
    if (character === '(') parentheses += 1;
    if (character === '{') braces += 1;
    const isEnd = code[open] === '{' ? character === '}' : character === ';';
    if (isEnd && braces === 0 && parentheses === 0) break;
  }
  return text;
}
