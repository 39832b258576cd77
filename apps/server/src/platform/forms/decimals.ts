/** Compares two plain decimals, such as `0.5` and `12`, exactly: no number is made of them. */
export function compareDecimals(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  if (left.whole !== right.whole) return left.whole < right.whole ? -1 : 1;
  const length = Math.max(left.fraction.length, right.fraction.length);
  const [a, b] = [left.fraction.padEnd(length, '0'), right.fraction.padEnd(length, '0')];
  return a < b ? -1 : Number(a > b);
}

function partsOf(text: string): { readonly whole: bigint; readonly fraction: string } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { whole: BigInt(whole), fraction };
}
