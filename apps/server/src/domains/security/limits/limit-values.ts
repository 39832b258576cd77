import type { OwnLimit } from '@tarazu/core';
import { hoursText, limitAt, NO_ASSET, type OwnLimitName, parseHours, usedAt } from '@tarazu/core/checks';
import { type Amount, amount, formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { OPERATIONS, OutputOf } from '@tarazu/protocol';

/** Values of own limits as text, and read again: each limit in the way in which people say it. */

interface Wording {
  readonly read: (text: string, scale: number) => bigint | undefined;
  readonly write: (value: bigint, scale: number) => string;
}

const WHOLE: Wording = {
  read: (text) => (/^\d{1,15}$/.test(text) ? BigInt(text) : undefined),
  write: String,
};
const MONEY: Wording = { read: (text, scale) => parseDecimal(text, scale), write: formatDecimal };
const HOURS: Wording = { read: parseHours, write: hoursText };

const WORDINGS: Readonly<Record<WiredName, Wording>> = {
  dayLoss: MONEY,
  dayOrders: WHOLE,
  leverage: WHOLE,
  nightLock: HOURS,
  exclusion: WHOLE,
  allowList: WHOLE,
};

/** Limits that calls set. */
export type WireLimit = OutputOf<typeof OPERATIONS.limits>['list'][number];
export type WiredName = WireLimit['name'];

export const isWired = (name: OwnLimitName): name is WiredName => Object.hasOwn(WORDINGS, name);

/** Undefined for text that is no value of this limit. */
export function readValue(name: WiredName, text: string, scale: number): Amount | undefined {
  const value = WORDINGS[name].read(text, scale);
  return value === undefined ? undefined : amount(value);
}

/** A limit for its owner, as it stands at an instant: what time has changed is changed. */
export function wireLimit(
  row: OwnLimit & { readonly name: WiredName },
  scale: number,
  atMs: number,
): WireLimit {
  const { name, assetId, offsetMinutes } = row;
  const text = (value: bigint) => WORDINGS[name].write(value, scale);
  const value = limitAt(row, atMs);
  const { nextFromMs, nextValue } = row;
  const waits = nextFromMs !== undefined && atMs < nextFromMs;
  const isUsed = name === 'dayLoss' || name === 'dayOrders';
  return {
    name,
    ...(assetId !== NO_ASSET && { asset: assetId }),
    ...(value !== undefined && { value: text(value) }),
    ...(waits && { nextFromMs, ...(nextValue !== undefined && { nextValue: text(nextValue) }) }),
    ...(isUsed && { used: text(usedAt(row, atMs)) }),
    offsetMinutes,
  };
}
