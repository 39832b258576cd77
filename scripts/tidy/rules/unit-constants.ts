/** Units of time, of money and of shares of a whole are numbers in one file alone. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';

const HOME = 'packages/core/src/values/units.ts';
const workspaceSource = /^(?:packages|apps)\/[a-z]+\/src\//;
const dataTable = /\/catalogue\//;
const number = (digits: string): string => `(?<![\\w.])${digits}\\b(?!\\.)`;
/** A number that is a unit wherever it stands, or by what is done with it, and the name of that unit. */
const units: readonly { readonly expression: RegExp; readonly name: string }[] = [
  { expression: new RegExp(number('86_?400_?000'), 'g'), name: 'DAY_MS' },
  { expression: new RegExp(number('3_?600_?000'), 'g'), name: 'HOUR_MS' },
  { expression: new RegExp(number('60_000'), 'g'), name: 'MINUTE_MS' },
  { expression: new RegExp(number('19_?800_?000'), 'g'), name: 'INDIA_OFFSET_MS' },
  { expression: /\b(?:SECOND_MS|MS_PER_SECOND) = 1_?000\b/g, name: 'SECOND_MS' },
  {
    expression: /[*/] 10_?000n\b|(?<![\w.])10_?000n [-+*/]|\b(?:BPS|WHOLE)\w* = 10_?000n?\b/g,
    name: 'BASIS_POINTS',
  },
  { expression: /\bRUPEE_SCALE = \d+/g, name: 'RUPEE_SCALE' },
  { expression: /\bRATE_SCALE = \d+/g, name: 'RATE_SCALE' },
  { expression: /\b(?:COIN|TETHER)_SCALE = \d+/g, name: 'COIN_SCALE' },
  { expression: /\b(?:PERCENT|BPS)_SCALE = \d+/g, name: 'PERCENT_SCALE' },
  { expression: /\b(?:format|parse)Decimal\([^;\n]*, [28]\)/g, name: 'the scale by its name' },
];

export const unitConstants: Rule = {
  name: 'units',
  summary: `seconds, minutes, hours, days, basis points and decimals are named, in ${HOME}`,
  *check({ files }: Project) {
    for (const { path, code, isTest } of files) {
      if (isTest || path === HOME || !workspaceSource.test(path) || dataTable.test(path)) continue;
      for (const { expression, name } of units) {
        for (const { match, line } of matches(code, expression))
          yield { path, line, message: `${match[0].trim()}: say ${name}, of ${HOME}.` };
      }
    }
  },
};
