/**
 * The fields that a caller wrote, by name. Without a prototype, so that no name can mean anything but itself.
 */
export type Fields = Readonly<Record<string, string>>;

export type FormOutcome =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly problem: string; readonly field?: string };

const FIELDS_MAX = 64;
const NAME_LENGTH_MAX = 64;
/**
 * Control characters but line ends and tabs, which nobody types and PostgreSQL can't hold or a reader see.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is made to find them.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Reads `application/x-www-form-urlencoded` text, of a body or a query. Stricter
 * than the browser's reading: a name given twice, a broken escape or a part without
 * `=` is refused, because two readers could take it for two different things.
 */
export function parseForm(text: string): FormOutcome {
  const fields: Record<string, string> = Object.create(null);
  if (text === '') return { ok: true, fields };
  const parts = text.split('&');
  if (parts.length > FIELDS_MAX) return { ok: false, problem: `at most ${FIELDS_MAX} fields` };
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = equals < 1 ? undefined : decode(part.slice(0, equals));
    if (name === undefined || name.length > NAME_LENGTH_MAX || CONTROL_CHARACTER.test(name))
      return { ok: false, problem: 'fields must be written name=value' };
    const value = decode(part.slice(equals + 1));
    if (value === undefined)
      return { ok: false, problem: 'must be correctly percent-encoded UTF-8 text', field: name };
    if (CONTROL_CHARACTER.test(value))
      return { ok: false, problem: 'must have no control characters', field: name };
    if (name in fields) return { ok: false, problem: 'must be given once', field: name };
    fields[name] = value;
  }
  return { ok: true, fields };
}

/** Undefined for a broken escape and for bytes that are not UTF-8. */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  const decoded = spaced.includes('%') ? decodePercent(spaced) : spaced;
  return decoded === undefined || !decoded.isWellFormed() ? undefined : decoded;
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // `decodeURIComponent` has no form that answers instead of throwing.
    return undefined;
  }
}
