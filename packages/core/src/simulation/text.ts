/** Rows as text and back: JSON in which an amount is a string that begins with `#`. */
export function toText(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'bigint' ? `#${field}` : field));
}

/** Reads what `toText` wrote. The caller knows what that was. */
export function fromText<Value>(text: string): Value {
  return JSON.parse(text, (_key, field: unknown) =>
    typeof field === 'string' && /^#-?\d+$/.test(field) ? BigInt(field.slice(1)) : field,
  );
}
