/**
 * Ways round the type checker. Data from outside is parsed once, and only its parser may say "this is one".
 */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const escapes: readonly (readonly [RegExp, string])[] = [
  [/(?:[:<|&,(]\s*|\bas\s+)any\b(?!\s*[:(.])/g, '`any` turns the checker off: use `unknown` and narrow it.'],
  [
    /(?<=[\w$)\]])!(?=[.,;)\][]|\s*[,;)\]}]|\s*$)/gm,
    '`!` hides a missing value: handle it, or assert with a reason.',
  ],
];
const suppression = /@ts-(ignore|nocheck|expect-error)|biome-ignore-all/g;
const assertion = /(?<=[\w$)\]}"'`>])\s+as\s+(?!const\b)(?=[A-Za-z{([])/g;
const statement = /(?:^|\n)\s*(?:import|export)\b[^;]*?(?:from|;)/g;
/**
 * `(count: number): Ticks => count as Ticks`: the maker of a nominal type says nothing but what the type is.
 */
const maker = /\):\s*(\w+)\s*=>\s*\w+\s+as\s+\1\b/g;
/**
 * Parsers of nominal types live here; and the one place where
 * a handler of known types joins a table of all handlers.
 */
const parsers = /^(packages\/(core\/src\/values|protocol\/src)\/|apps\/server\/src\/gateway\/binding\.ts$)/;

export const typeEscapes: Rule = {
  name: 'type-escapes',
  summary: 'no any, no !, no suppressed type errors; `as` only in the parsers of nominal types',
  *check({ files }: Project) {
    for (const file of files) {
      if (!file.isScript || file.path.endsWith('.mjs')) continue;
      for (const [expression, message] of escapes) {
        for (const { line } of matches(file.code, expression)) yield { path: file.path, line, message };
      }
      for (const { match, line } of matches(file.comments, suppression)) {
        yield { path: file.path, line, message: `${match[0]} hides an error: correct what it says.` };
      }
      if (parsers.test(file.path) || file.isTest) continue;
      const code = withoutHarmless(file.code);
      for (const { line } of matches(code, assertion)) {
        const message =
          '`as` claims what nobody checked: parse the value (core/values, protocol), or narrow it.';
        yield { path: file.path, line, message };
      }
    }
  },
};

/** The code with the `as` of imports, exports and makers of nominal types blanked, every position kept. */
function withoutHarmless(code: string): string {
  const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
  return code
    .replaceAll(statement, (text) =>
      /^\s*(import|export)\s*(type\s*)?[{*]/.test(text) ? blanked(text) : text,
    )
    .replaceAll(maker, blanked);
}
