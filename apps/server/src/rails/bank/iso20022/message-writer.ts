import type { MessageFormat } from '#rails/bank/iso20022/format.ts';
import { MessageReader } from '#rails/bank/iso20022/message-reader.ts';

/** An element to be written; undefined for one that is left out. */
export type Written =
  | { readonly name: string; readonly inside: string | readonly Written[]; readonly currency?: string }
  | undefined;

/** An element of others. */
export function tag(name: string, ...inside: readonly Written[]): Written {
  return { name, inside };
}

/** An element of text, or of an amount with its currency. */
export function leaf(name: string, text: string, currency?: string): Written {
  return { name, inside: text, ...(currency !== undefined && { currency }) };
}

/** Signs that XML 1.0 has no place for. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .replaceAll(UNWRITABLE, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function xmlOf(element: Written): string {
  if (element === undefined) return '';
  const { name, inside, currency } = element;
  const attribute = currency === undefined ? '' : ` Ccy="${escaped(currency)}"`;
  const content = typeof inside === 'string' ? escaped(inside) : inside.map(xmlOf).join('');
  return `<${name}${attribute}>${content}</${name}>`;
}

/**
 * The message as text.
 * @throws MessageProblem when it is none of its format: nothing leaves that a bank would refuse.
 */
export function writtenMessage(format: MessageFormat, element: Written): string {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${format.namespace}">${xmlOf(element)}</Document>\n`;
  const reader = new MessageReader(format, [], () => undefined);
  reader.write(Buffer.from(text));
  reader.end();
  return text;
}
