/** Values for the holes of a text; a number named `count` also chooses between its forms. */
export type TextValues = Readonly<Record<string, string | number | bigint | undefined>>;

/** `{name}`, and `{0}` in the specification's own form. */
const HOLE = /\{([^{}]+)\}/g;

const rules = new Map<string, Intl.PluralRules>();

/** The ending of the form for so many in a language: `one` or `other`. */
export function formOf(count: number, language: string): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

/** A hole that nothing is given for stays as it is, so that its lack is seen. */
export function fillText(text: string, values: TextValues, write: (value: string) => string): string {
  return text.replace(HOLE, (hole, name: string) =>
    Object.hasOwn(values, name) ? write(String(values[name] ?? '')) : hole,
  );
}
