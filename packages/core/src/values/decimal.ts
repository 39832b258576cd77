/**
 * Decimal text of the wire: ASCII digits with at most one
 * point, at most 12 whole digits, no sign, no exponent.
 */
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,18}))?$/;

/** Counted once: a power costs more than the multiplication that it is for. */
const FACTORS = Array.from({ length: 40 }, (_, scale) => 10n ** BigInt(scale));

/** 10^scale. */
export function scaleFactor(scale: number): bigint {
  return FACTORS[scale] ?? 10n ** BigInt(scale);
}

/**
 * Reads decimal text as an integer scaled by `scale` decimals, never rounded; undefined for text outside the
 * grammar or with more decimals.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > scale) return undefined;
  return BigInt(match[1] + fraction.padEnd(scale, '0'));
}

/** Nothing with so many decimals: of an order that rests every other amount is nothing. */
const NOTHING = FACTORS.map((_, scale) => (scale === 0 ? '0' : `0.${'0'.repeat(scale)}`));

/** Writes a scaled integer as decimal text with exactly `scale` decimals: 123450 at 2 is `1234.50`. */
export function formatDecimal(scaled: bigint, scale: number): string {
  const nothing = scaled === 0n ? NOTHING[scale] : undefined;
  if (nothing !== undefined) return nothing;
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? digits : `${whole}.${digits.slice(digits.length - scale)}`;
  return negative ? `-${text}` : text;
}
