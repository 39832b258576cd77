import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { formatClock, formatDay, formatMoney, formatNumber, formatPercent } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { useRuleWords } from './rule-words.ts';

type Kind = CallOutput<'rulebookDiff'>['rules'][number]['changes'][number]['kind'];

export interface RuleValueText {
  readonly name: string;
  readonly kind: Kind;
  readonly value: string;
}

const PERCENT_DECIMALS = 6;

/** A value of a rule in the digits and words of its reader; what is empty depends on what it is of. */
export function useRuleValue(): (of: RuleValueText) => string {
  const { t } = useTranslation('rules/rulebook');
  const settings = useFormat();
  const wordOf = useRuleWords();
  const emptyOf = (name: string): string => {
    if (name === 'stopMinutes') return t('restOfDay');
    return name === 'closeMax' ? t('above') : '–';
  };
  return ({ name, kind, value }) => {
    if (value === '') return emptyOf(name);
    switch (kind) {
      case 'percent':
        return formatPercent(value, { decimals: PERCENT_DECIMALS, decimalsMin: 0, settings });
      case 'rupees':
        return formatMoney(value, 'INR', { decimalsMin: value.includes('.') ? 2 : 0, settings });
      case 'count':
        return formatNumber(value, { settings });
      case 'minutes':
      case 'seconds':
      case 'days':
        return t(kind, { count: Number(value) });
      case 'clock':
        return formatClock(value, settings);
      case 'day':
        return formatDay(value, settings);
      case 'flag':
        return t(value === 'yes' ? 'yes' : 'no');
      case 'choice':
        return wordOf('value', value);
      case 'text':
        return value;
    }
  };
}

/** Kinds that are written as words: their figures need not stand below each other, and they may wrap. */
const WORDS: ReadonlySet<Kind> = new Set(['choice', 'flag', 'text']);

export function RuleValue(of: RuleValueText) {
  const write = useRuleValue();
  if (WORDS.has(of.kind)) return <span>{write(of)}</span>;
  return <span className={of.kind === 'day' ? 'whitespace-nowrap' : 'number'}>{write(of)}</span>;
}
