import { hasSentence, useTranslation } from '#locales/i18n.ts';
import type { Namespaces } from '#locales/namespaces.ts';

type Key = keyof Namespaces['rules/rulebook'];
type WordKey = Extract<Key, `${'rule' | 'table' | 'field' | 'value'}_${string}`>;

const KEYS = {
  rule: (name: string) => `rule_${name}`,
  table: (name: string) => `table_${name}`,
  field: (name: string) => `field_${name}`,
  value: (name: string) => `value_${name}`,
} as const;

/** Names of rules, their tables, fields and choices; one that has none here is shown as it is written. */
export function useRuleWords(): (part: keyof typeof KEYS, name: string) => string {
  const { t } = useTranslation('rules/rulebook');
  const isKey = (key: string): key is WordKey => hasSentence('rules/rulebook', key);
  return (part, name) => {
    const key = KEYS[part](name);
    return isKey(key) ? t(key) : name;
  };
}
