import { type Hasher, textBytes } from '#hash/bytes.ts';

/*
 * Content of an order as its sender wrote it, hashed by
 * server and app alike: another content is another order.
 */

/** An order or a basket as it was sent: the name of its call and its fields. */
export interface SentOrder {
  readonly call: SentCall;
  readonly fields: Readonly<Record<string, string>>;
}

export const SENT_CALLS = ['stockBuy', 'stockSell', 'coinOrderAdd', 'gttAdd', 'basketPlace'] as const;
export type SentCall = (typeof SENT_CALLS)[number];

/** The place of each field that every order has. */
const PLAIN_PLACES: ReadonlyMap<string, number> = new Map(
  ['instrumentId', 'side', 'type', 'validity', 'price', 'quantity'].map((field, place) => [field, place]),
);
/**
 * The id, the confirmation of a large order and the deadline of its arrival are no part of what is ordered.
 */
const NOT_CONTENT: ReadonlySet<string> = new Set(['clientId', 'confirmLarge', 'placeBeforeMs']);

/** The lines of an order's content: six that each has, then what only some say, by name. */
export function orderContent(fields: object): string[] {
  const plain = new Array<string>(PLAIN_PLACES.size).fill('');
  const conditions: string[] = [];
  for (const field of Object.keys(fields)) {
    const value: unknown = Reflect.get(fields, field);
    if (value === undefined || NOT_CONTENT.has(field)) continue;
    const place = PLAIN_PLACES.get(field);
    if (place !== undefined) plain[place] = String(value);
    else conditions.push(field === 'gtt' ? 'gtt=gtt' : `${field}=${String(value)}`);
  }
  return [...plain, ...conditions.sort()];
}

/** The lines of a basket's content: one for each leg. */
export function basketContent(legs: readonly object[]): string[] {
  const textOf = (leg: object): string => {
    const fields = new Map(Object.entries(leg));
    return LEG_FIELDS.map((field) => String(fields.get(field) ?? '')).join(' ');
  };
  return ['basket', ...legs.map(textOf)];
}

const LEG_FIELDS = ['instrumentId', 'side', 'type', 'price', 'quantity'] as const;

/** The hash that stands in the command for what was sent; undefined for what is no order. */
export function sentContentHash(hash: Hasher, { call, fields }: SentOrder): string | undefined {
  if (call !== 'basketPlace') return contentHash(hash, orderContent({ ...fields, ...IMPLIED[call] }));
  const legs: unknown = JSON.parse(fields['legs'] ?? '[]');
  return Array.isArray(legs) ? contentHash(hash, basketContent(legs)) : undefined;
}

/** Fields that a call implies without naming them. */
const IMPLIED = {
  stockBuy: { side: 'buy' },
  stockSell: { side: 'sell' },
  coinOrderAdd: {},
  gttAdd: { type: 'limit', validity: 'gtd', gtt: true },
} as const;

/** Characters of base64url that a content's hash is cut to: 132 bits. */
export const CONTENT_HASH_LENGTH = 22;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function contentHash(hash: Hasher, content: readonly string[]): string {
  const bytes = hash(textBytes(content.join('\n')));
  let text = '';
  for (let bit = 0; text.length < CONTENT_HASH_LENGTH; bit += 6) {
    const at = bit >> 3;
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    text += BASE64URL.charAt((pair >> (10 - (bit % 8))) & 63);
  }
  return text;
}
