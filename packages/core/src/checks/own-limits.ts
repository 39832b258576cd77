import {
  HALF_HOURS,
  type LimitTerms,
  limitAt,
  NO_ASSET,
  type OwnLimitName,
  usedAt,
} from '#model/own-limit.ts';
import type { RefusalCode } from '#model/refusal.ts';
import { formatDecimal, type InstantMs, MINUTE_MS, RATE_ONE, type Rate } from '#values/index.ts';

/** Refusals for limits that a person has set for the account. */
export type OwnLimitCode = Extract<
  RefusalCode,
  'OWN_EXCLUSION' | 'OWN_HOURS' | 'OWN_LEVERAGE' | 'OWN_LOSS' | 'OWN_ORDERS'
>;

export interface OwnLimitFailure {
  readonly code: OwnLimitCode;
  readonly detail: Readonly<Record<string, string>>;
}

/** Own limits of an account, by the time at which something is asked. */
export interface OwnLimitsAsked {
  readonly limits: Iterable<LimitTerms>;
  readonly atMs: InstantMs;
}

/** Something that opens, as own limits see it. */
export interface Opening {
  readonly quoteAsset: string;
  readonly quoteScale: number;
  /** Loss of what is open now in the quote asset, at its marks; below zero for a profit. */
  readonly lossOpen: bigint;
  /** Share of its worth that the customer brings; absent where that is all of it. */
  readonly marginRate?: Rate | undefined;
  /** Orders that would open before it, of the same basket. */
  readonly ordersBefore: number;
}

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Why nothing opens at this time, whatever it is; undefined where something may. */
export function refuseByTime({ limits, atMs }: OwnLimitsAsked): OwnLimitFailure | undefined {
  let hours: OwnLimitFailure | undefined;
  for (const limit of limits) {
    const value = limitAt(limit, atMs);
    if (value === undefined) continue;
    if (limit.name === 'exclusion' && atMs < value)
      return { code: 'OWN_EXCLUSION', detail: { untilMs: String(value) } };
    if (limit.name === 'nightLock') hours = refuseHour(value, limit, atMs);
  }
  return hours;
}

function refuseHour(
  halfHours: bigint,
  { offsetMinutes }: LimitTerms,
  atMs: InstantMs,
): OwnLimitFailure | undefined {
  const offsetMs = offsetMinutes * MINUTE_MS;
  const slot = Math.floor((atMs + offsetMs) / HALF_HOUR_MS);
  const isLocked = (one: number): boolean => ((halfHours >> BigInt(one % HALF_HOURS)) & 1n) === 1n;
  let opens = slot;
  while (opens < slot + HALF_HOURS && isLocked(opens)) opens += 1;
  if (opens === slot) return undefined;
  return { code: 'OWN_HOURS', detail: { opensAtMs: String(opens * HALF_HOUR_MS - offsetMs) } };
}

/** Half hours of the day from one time to another, such as `22:30-06:00`, several with commas between. */
export function parseHours(text: string): bigint | undefined {
  let bits = 0n;
  for (const part of text.split(',')) {
    const [, fromHour, fromHalf, toHour, toHalf] = /^(\d\d):([03])0-(\d\d):([03])0$/.exec(part) ?? [];
    if (toHalf === undefined || Number(fromHour) > LAST_HOUR || Number(toHour) > LAST_HOUR) return undefined;
    const from = Number(fromHour) * 2 + (fromHalf === '3' ? 1 : 0);
    const to = Number(toHour) * 2 + (toHalf === '3' ? 1 : 0);
    for (let slot = from; slot !== to; slot = (slot + 1) % HALF_HOURS) bits |= 1n << BigInt(slot);
  }
  return bits;
}

const LAST_HOUR = 23;

/** The same as text, each span once, from its beginning on. */
export function hoursText(halfHours: bigint): string {
  const isLocked = (slot: number): boolean => ((halfHours >> BigInt(slot % HALF_HOURS)) & 1n) === 1n;
  const spans: string[] = [];
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    if (!isLocked(slot) || isLocked(slot + HALF_HOURS - 1)) continue;
    let end = slot;
    while (isLocked(end)) end += 1;
    spans.push(`${clockText(slot)}-${clockText(end)}`);
  }
  return spans.join(',');
}

function clockText(slot: number): string {
  const hour = Math.floor((slot % HALF_HOURS) / 2);
  return `${String(hour).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
}

/** The first own limit of amount or number that something opening would pass; undefined for none. */
export function refuseOpening(asked: OwnLimitsAsked, opening: Opening): OwnLimitFailure | undefined {
  for (const { name, refuse } of BY_AMOUNT) {
    for (const limit of asked.limits) {
      if (limit.name !== name) continue;
      const value = limitAt(limit, asked.atMs);
      const failure = value === undefined ? undefined : refuse({ limit, value, ...asked }, opening);
      if (failure) return failure;
    }
  }
  return undefined;
}

interface Judged {
  readonly limit: LimitTerms;
  readonly value: bigint;
  readonly atMs: InstantMs;
}

/** In their order of precedence. */
const BY_AMOUNT: readonly {
  readonly name: OwnLimitName;
  readonly refuse: (judged: Judged, opening: Opening) => OwnLimitFailure | undefined;
}[] = [
  { name: 'leverage', refuse: refuseLeverage },
  { name: 'dayLoss', refuse: refuseLoss },
  { name: 'dayOrders', refuse: refuseOrders },
];

function refuseLeverage({ value }: Judged, { marginRate }: Opening): OwnLimitFailure | undefined {
  if (marginRate === undefined || marginRate * value >= RATE_ONE) return undefined;
  return { code: 'OWN_LEVERAGE', detail: { limit: String(value), leverage: leverageText(marginRate) } };
}

const LEVERAGE_SCALE = 2;

/** So many times its margin, to two decimals, down. */
export function leverageText(marginRate: Rate): string {
  const text = formatDecimal((RATE_ONE * 10n ** BigInt(LEVERAGE_SCALE)) / marginRate, LEVERAGE_SCALE);
  return text.replace(/\.?0+$/, '');
}

function refuseLoss({ limit, value, atMs }: Judged, opening: Opening): OwnLimitFailure | undefined {
  const { quoteAsset, quoteScale, lossOpen } = opening;
  if (limit.assetId !== quoteAsset || lossOpen - usedAt(limit, atMs) < value) return undefined;
  return { code: 'OWN_LOSS', detail: { limit: formatDecimal(value, quoteScale), asset: quoteAsset } };
}

function refuseOrders({ limit, value, atMs }: Judged, opening: Opening): OwnLimitFailure | undefined {
  const isPassed = usedAt(limit, atMs) + BigInt(opening.ordersBefore) >= value;
  return isPassed ? { code: 'OWN_ORDERS', detail: { limit: String(value) } } : undefined;
}

/** Key of a limit among those of its account. */
export function limitKey(name: OwnLimitName, assetId: string = NO_ASSET): string {
  return `${name} ${assetId}`;
}
