/**
 * Text of commands, depth and outcomes in the journal: JSON in which an integer of any size is the text
 * `#123`. A text that begins with `#` has one more in front, and keys keep their sequence.
 */
export function writeText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.startsWith('#') ? `#${value}` : value);
    case 'bigint':
      return `"#${value}"`;
    case 'number':
      if (!Number.isFinite(value)) throw new Error('Invariant: only finite numbers are journaled');
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeObject(value);
    default:
      throw new Error(`Invariant: a ${typeof value} can't be journaled`);
  }
}

function writeObject(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? writeText(item) : `,${writeText(item)}`;
    return `[${text}]`;
  }
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined)
      text += text === '' ? `"${key}":${writeText(item)}` : `,"${key}":${writeText(item)}`;
  }
  return `{${text}}`;
}

/**
 * Reads what `writeText` wrote, our own journal, whose hash is checked; so it is typed by what the caller
 * knows was written. `read` is given each object of it, and may give another.
 */
export function readText<Value>(text: string, read: (item: object) => object = same): Value {
  return JSON.parse(text, (_key, item: unknown) => {
    if (typeof item === 'object' && item !== null) return read(item);
    if (typeof item !== 'string' || !item.startsWith('#')) return item;
    return item.startsWith('##') ? item.slice(1) : BigInt(item.slice(1));
  });
}

function same(item: object): object {
  return item;
}
