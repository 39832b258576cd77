const ENDS_SHOWN = 3;

/**
 * `rupom.das@mail.example` → `r***@mail.example`;
 * `+8801712345678` → `+88******678`; other texts by their ends.
 */
export function maskContact(contact: string): string {
  const at = contact.lastIndexOf('@');
  if (at > 0) return `${contact.charAt(0)}***${contact.slice(at)}`;
  if (contact.length <= ENDS_SHOWN * 2) return '***';
  return `${contact.slice(0, ENDS_SHOWN)}******${contact.slice(-ENDS_SHOWN)}`;
}

const EMAIL = /[\p{L}\p{M}\p{N}._%+-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu;
const PHONE = /\+\d{8,15}/g;
/** As in a URL or a form: the value after the name of a secret. */
const SECRET_PARAMETER =
  /\b((?:access_?token|token|[a-z]*password|[a-z]*captcha|code|authorization|secret|key)=)[^&\s"']+/gi;
/** The user and password inside a URL of a database or a mail server. */
const URL_LOGIN = /(:\/\/)[^\s/@]+@/g;

/** Hides what must not be in a log inside a text that people or libraries wrote. */
export function maskText(text: string): string {
  return text
    .replaceAll(URL_LOGIN, '$1[hidden]@')
    .replaceAll(SECRET_PARAMETER, '$1[hidden]')
    .replaceAll(EMAIL, maskContact)
    .replaceAll(PHONE, maskContact);
}
