import type { Namespace } from '#locales/namespaces.ts';

/** Namespaces that have words for codes of the customer view. */
export type CodeNamespace = Extract<
  Namespace,
  'console/customer' | 'trade' | 'assets' | 'score' | 'security'
>;
export type CodeKey = readonly [namespace: CodeNamespace, key: string];

/**
 * Codes of refusals are capitals; staff are asked about them by customers, and see them beside their words.
 */
export const isRefusalCode = (code: string): boolean => /^[A-Z][A-Z_]+$/.test(code);

/** Words with a place for a number, which the order's row does not tell. */
export const hasPlace = (words: string): boolean => words.includes('{');

/** Codes of a cell or of a why that have words of their own elsewhere in the app. */
const OF_NAME: Readonly<Record<string, (code: string) => readonly CodeKey[]>> = {
  // The app's sentence for its owner's own act says "you".
  cause: (code) =>
    isRefusalCode(code)
      ? [
          ['trade', `refusal_${code}_msg`],
          ['trade', 'cause_refused'],
        ]
      : [
          ['console/customer', `cause_${code}`],
          ['trade', `cause_${code}`],
        ],
  type: (code) => [['trade', `type_${code}`]],
  validity: (code) => [['trade', `validity_${code}`]],
  why: (code) => [['assets', `kind_${code}`]],
  event: (code) => [['score', `kind_${code}`]],
  changed: (code) => [['security', `hold_${code}`]],
};

/** Keys at which a code's words may be, best first; one code means different things under different names. */
export function keysOf(name: string, code: string): readonly CodeKey[] {
  const own = Object.hasOwn(OF_NAME, name) ? (OF_NAME[name]?.(code) ?? []) : [];
  return [...own, ['console/customer', `value_${code}`]];
}
