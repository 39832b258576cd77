import { hasSentence, useTranslation, wordsAt } from '#locales/i18n.ts';
import { type CodeNamespace, hasPlace, isRefusalCode, keysOf } from './customer-codes.ts';

/** Words for names and codes of the customer view; one that has none is shown as the server writes it. */
export interface CustomerWords {
  part(name: string): string;
  list(name: string): string;
  fact(name: string): string;
  /** One code of a cell or a why, or several with commas between. */
  values(name: string, codes: string): string;
  why(code: string): string;
  revealReason(code: string): string;
}

type Say = (key: string) => string | undefined;

export function useCustomerWords(): CustomerWords {
  const say: Readonly<Record<CodeNamespace, Say>> = {
    'console/customer': useSay('console/customer'),
    trade: useSay('trade'),
    assets: useSay('assets'),
    score: useSay('score'),
    security: useSay('security'),
  };
  const said = (key: string, code: string): string => say['console/customer'](key) ?? code;
  const value = (name: string, code: string): string => {
    for (const [namespace, key] of keysOf(name, code)) {
      const words = say[namespace](key);
      if (words === undefined || hasPlace(words)) continue;
      return name === 'cause' && isRefusalCode(code) ? `${words} (${code})` : words;
    }
    return code;
  };
  return {
    part: (name) => said(`part_${name}`, name),
    list: (name) => said(`list_${name}`, name),
    fact: (name) => said(`fact_${name}`, name),
    values: (name, codes) =>
      codes === ''
        ? '–'
        : codes
            .split(',')
            .map((code) => value(name, code))
            .join(', '),
    why: (code) => said(`why_${code}`, code),
    revealReason: (code) => said(`reveal_${code}`, code),
  };
}

/** Words at a key that a code made: such a key is known only once it is asked for. */
function useSay(namespace: CodeNamespace): Say {
  useTranslation(namespace);
  return (key) => (hasSentence(namespace, key) ? wordsAt(namespace, key) : undefined);
}
