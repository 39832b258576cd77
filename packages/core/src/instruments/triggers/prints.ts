import type { Price } from '#values/index.ts';

/**
 * Of prints that go on in one direction the last sets off all
 * that those between would, in the same order: they are left out.
 */
export function withoutMiddles(prints: readonly Price[]): Price[] {
  const kept: Price[] = [];
  for (const print of prints) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (print === last) continue;
    const isMiddle = before !== undefined && last !== undefined && before < last === last < print;
    if (isMiddle) kept.pop();
    kept.push(print);
  }
  return kept;
}
