/** Passwords, and what may be one, are left out. */

/**
 * An address as it may be printed: who and where, and of a database which. Undefined for what is no address.
 */
export function redactedUrl(text: string): string | undefined {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, host, pathname } = new URL(text);
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`;
  const path = protocol.startsWith('postgres') ? pathname : pathname.length > 1 ? '/…' : '';
  return `${protocol}//${user}${host}${path}`;
}
