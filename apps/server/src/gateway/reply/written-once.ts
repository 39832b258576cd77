const TEXTS = new WeakMap<object, string>();

/** Data that several callers are given as it is: its text is written for the first and kept as long as it. */
export function writtenOnce<Data extends object>(data: Data): Data {
  TEXTS.set(data, '');
  return data;
}

export function textOfData(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const known = TEXTS.get(data);
  if (known === undefined) return JSON.stringify(data);
  if (known !== '') return known;
  const text = JSON.stringify(data);
  TEXTS.set(data, text);
  return text;
}
