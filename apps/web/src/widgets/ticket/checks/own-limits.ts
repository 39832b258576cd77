import {
  type LimitTerms,
  missedOrderCount,
  NO_ASSET,
  type OwnLimitName,
  parseHours,
  periodAt,
  refuseByTime,
  refuseOpening,
  validityTaken,
} from '@tarazu/core/checks';
import { type Amount, amount, assetId, instantMs, parseDecimal } from '@tarazu/core/values';
import type { CallOutput } from '#client/calls.ts';
import type { Chosen } from '#products/ticket.ts';
import { ticketOf } from '#products/tickets.ts';
import type { CheckFailure } from './failure.ts';
import type { Intent } from './preview.ts';
import type { Terms } from './terms.ts';

/** Limits that the person has set, as the engine's checks read them. */
export interface OwnLimits {
  readonly limits: readonly LimitTerms[];
  /** Loss of what is open on margin, in the asset that the instrument is paid in. */
  readonly lossOpen: bigint;
  /** Orders that rest or wait, and the account's own limit on them. */
  readonly openOrders: Told['openOrders'];
}

type Told = CallOutput<'limits'>;

/** Limits as the server told them; amounts of other assets than the instrument's hold nothing back here. */
export function ownLimitsOf(
  told: Told,
  terms: Pick<Terms, 'quoteAsset' | 'quoteScale'>,
  now: number,
): OwnLimits {
  const { quoteAsset, quoteScale } = terms;
  const limits = told.list.flatMap((limit): LimitTerms[] => {
    const { name, asset, offsetMinutes } = limit;
    if (asset !== undefined && asset !== quoteAsset) return [];
    const read = (text: string | undefined) => valueIn(name, text, quoteScale);
    const [value, nextValue] = [read(limit.value), read(limit.nextValue)];
    const row = { name, assetId: asset === undefined ? NO_ASSET : assetId(asset), offsetMinutes };
    return [
      {
        ...row,
        ...(value !== undefined && { value }),
        ...(limit.nextFromMs !== undefined && { nextFromMs: instantMs(limit.nextFromMs) }),
        ...(nextValue !== undefined && { nextValue }),
        period: periodAt(row, now),
        used: signed(limit.used, name === 'dayLoss' ? quoteScale : 0),
      },
    ];
  });
  const open = told.lossOpen.find(({ asset }) => asset === quoteAsset);
  return { limits, lossOpen: signed(open?.amount, quoteScale), openOrders: told.openOrders };
}

function valueIn(name: OwnLimitName, text: string | undefined, scale: number): Amount | undefined {
  if (text === undefined) return undefined;
  const value = readIn(name, text, scale);
  return value === undefined ? undefined : amount(value);
}

function readIn(name: OwnLimitName, text: string, scale: number): bigint | undefined {
  if (name === 'nightLock') return parseHours(text);
  if (name === 'dayLoss') return parseDecimal(text, scale);
  return /^\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}

function signed(text: string | undefined, scale: number): Amount {
  const isBelow = text?.startsWith('-') === true;
  const units = parseDecimal((text ?? '0').replace('-', ''), scale) ?? 0n;
  return amount(isBelow ? -units : units);
}

export interface OwnQuestion extends Chosen {
  readonly intent: Pick<Intent, 'side' | 'quantity'>;
  readonly terms: Pick<Terms, 'kind' | 'quoteAsset' | 'quoteScale' | 'intradayMarginRate'>;
  readonly now?: number;
}

/** The first limit of the person's own that the order would pass: by the engine's own checks. */
export function checkOwnLimits(question: OwnQuestion, own: OwnLimits): CheckFailure | undefined {
  const { terms, now = Date.now() } = question;
  if (closes(question)) return undefined;
  const asked = { limits: own.limits, atMs: instantMs(now) };
  const { quoteAsset, quoteScale } = terms;
  const marginRate = ticketOf(terms, question).marginRateOf?.(terms);
  const opening = { quoteAsset, quoteScale, lossOpen: own.lossOpen, marginRate, ordersBefore: 0 };
  const failure = refuseByTime(asked) ?? refuseOpening(asked, opening);
  return failure && { ...failure, field: 'quantity' };
}

/** Whether the order only takes down what the account has. */
function closes(question: Omit<OwnQuestion, 'now'>): boolean {
  const { intent, terms, open = 0n } = question;
  const { offer } = ticketOf(terms, question);
  return offer.closes(intent, offer.closable(intent.side, { open, sellable: 0n }));
}

/** Whether the account may have one more order that rests or waits: by the engine's own check. */
export function checkOrderCount(
  question: Omit<OwnQuestion, 'now'> & { readonly intent: Intent },
  { openOrders }: Pick<OwnLimits, 'openOrders'>,
): CheckFailure | undefined {
  const { type: orderType, validity } = question.intent;
  if (validityTaken({ orderType, validity }) === 'ioc') return undefined;
  const missed = missedOrderCount({
    openCount: openOrders.count,
    gttCount: () => openOrders.gttCount,
    openOrdersMax: openOrders.max,
    isGtt: false,
    closes: closes(question),
    actsByRule: false,
  });
  if (missed?.code !== 'OPEN_ORDERS_MAX') return undefined;
  return { code: missed.code, field: 'quantity', detail: { limit: String(missed.limit) } };
}
