/** Money is never a `number`: names that say money, price or rate must not have that type. */
import type { Project, Rule } from '../rule.ts';
import { matches } from '../source.ts';
import { wordsOf } from './words.ts';

const moneyWords = new Set(['amount', 'price', 'fee', 'quantity', 'rate', 'balance', 'notional', 'premium']);
/** Suffixes that say the value is a count of whole units, which a safe integer holds exactly. */
const wholeUnits =
  /(Ticks|Lots|Bps|Ms|Count|Scale|Tier|Percent|Index|Length|Decimals|Digits|PerSecond|PerMinute|PerHour|PerDay)$/;
const checked = /^(packages\/(core|protocol)|apps\/server)\/src\//;
/** A statistical model; its output is rounded to ticks where it leaves. */
const exempt = /^apps\/server\/src\/market\/model\//;

const declared = /(?<![\w$.])([A-Za-z_$][\w$]*)\s*(?:\([^(){}]*\)\s*)?\??:\s*(?:readonly\s+)?number\b/g;

export const exactNumbers: Rule = {
  name: 'exact-numbers',
  summary: 'amounts, prices, fees, quantities and rates are never of type number',
  *check({ files }: Project) {
    for (const file of files) {
      if (!checked.test(file.path) || exempt.test(file.path) || file.isTest) continue;
      for (const { match, line } of matches(file.code, declared)) {
        const name = match[1] ?? '';
        if (wholeUnits.test(camelCase(name)) || !wordsOf(name).some((word) => moneyWords.has(word))) continue;
        const message = `"${name}" is a number: use a type of core/values, or name the whole unit it counts (…Ticks, …Lots, …Bps).`;
        yield { path: file.path, line, message };
      }
    }
  },
};

/** Columns of the database are written with underscores and mean the same. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
