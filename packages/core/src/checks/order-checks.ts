import {
  admitConditional,
  isUnfit,
  missedExpiry,
  missedShown,
  missesTrail,
  needsConditions,
  TRAIL_LIMITS,
} from '#checks/conditional-checks.ts';
import { type InstrumentBook, toPrice } from '#instruments/instrument-book.ts';
import { bandOf, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { lastPriceOf } from '#instruments/last-price.ts';
import { phaseOf, termsOf } from '#instruments/phase.ts';
import { opposite } from '#matching/plain-book.ts';
import { actsByRule } from '#model/agent.ts';
import type { Instrument, VenueSession } from '#model/instrument.ts';
import type { OrderIntent, PricedOrder } from '#model/messages.ts';
import type { OrderType, Validity } from '#model/order.ts';
import type { Refusal, RefusalCode } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  collarAround,
  formatDecimal,
  type InstantMs,
  type Price,
  protectedPrice,
  tradeValue,
} from '#values/index.ts';

/** All that the instrument's checks look at. */
export interface Question {
  readonly intent: OrderIntent;
  readonly instrument: Instrument;
  readonly session: VenueSession | undefined;
  readonly bestOpposite: Price | undefined;
  /**
   * The customer's limit, or the protected price of a market
   * order; absent for a market order that meets nobody.
   */
  readonly priceLimit: Price | undefined;
  /** What the collar stands around; absent where none holds, or nothing tells where. */
  readonly priceCollared: Price | undefined;
  readonly atMs: InstantMs;
}

interface PreTradeCheck {
  readonly code: RefusalCode;
  readonly refuses: (question: Question) => boolean;
  readonly detail?: (question: Question) => Readonly<Record<string, string>>;
}

type Offered = Readonly<Partial<Record<OrderType, readonly Validity[]>>>;

const WAITS: Readonly<Record<Instrument['kind'], readonly Validity[]>> = {
  stock: ['day', 'ttl'],
  spot: ['gtc', 'gtd'],
};

/** Which types each kind of instrument takes, and how long an order of each may live (rules 2.3). */
const OFFERED: Readonly<Record<Instrument['kind'], Offered>> = {
  stock: {
    market: ['day', 'ioc'],
    limit: ['day', 'ioc', 'ttl'],
    stopLimit: WAITS.stock,
    stopMarket: WAITS.stock,
  },
  spot: {
    market: ['gtc', 'ioc', 'fok'],
    limit: ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'],
    stopLimit: WAITS.spot,
    stopMarket: WAITS.spot,
    takeProfitLimit: WAITS.spot,
    takeProfitMarket: WAITS.spot,
    trailingStop: WAITS.spot,
  },
};

/** The instrument's checks in the order of rules 2.3: the first that refuses wins. */
const CHECKS: readonly PreTradeCheck[] = [
  { code: 'INSTRUMENT_NOT_LISTED', refuses: ({ instrument }) => instrument.status === 'unlisted' },
  { code: 'INSTRUMENT_HALTED', refuses: ({ instrument }) => instrument.status === 'halted' },
  {
    code: 'SESSION_CLOSED',
    refuses: (question) => isShut(question) && !maySleep(question.intent),
    detail: phaseText,
  },
  { code: 'TYPE_NOT_ALLOWED', refuses: typeNotAllowed, detail: allowedText },
  {
    code: 'TICK',
    refuses: ({ intent, instrument: { tickSize } }) =>
      pricesOf(intent).some((one) => one <= 0n || one % tickSize !== 0n),
    detail: ({ instrument }) => ({ tickSize: priceText(instrument, instrument.tickSize) }),
  },
  {
    code: 'LOT',
    refuses: ({ intent, instrument }) => intent.quantity % instrument.lotSize !== 0n,
    detail: ({ instrument }) => ({ lotSize: formatDecimal(instrument.lotSize, instrument.baseScale) }),
  },
  {
    code: 'QUANTITY_MIN',
    refuses: ({ intent, instrument }) => intent.quantity <= 0n || intent.quantity < instrument.quantityMin,
    detail: ({ instrument }) => ({
      quantityMin: formatDecimal(instrument.quantityMin, instrument.baseScale),
    }),
  },
  {
    code: 'QUANTITY_MAX',
    refuses: ({ intent, instrument }) => intent.quantity > instrument.quantityMax,
    detail: ({ instrument }) => ({
      quantityMax: formatDecimal(instrument.quantityMax, instrument.baseScale),
    }),
  },
  {
    code: 'VALUE_MIN',
    refuses: (question) =>
      !actsByRule(question.intent) &&
      question.intent.isClosing !== true &&
      (valueAtLimit(question) ?? question.instrument.valueMin) < question.instrument.valueMin,
    detail: ({ instrument }) => ({
      valueMin: formatDecimal(instrument.valueMin, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'VALUE_MAX',
    refuses: (question) =>
      question.intent.isClosing !== true &&
      (valueAtLimit(question) ?? question.instrument.valueMax) > question.instrument.valueMax,
    detail: ({ instrument }) => ({
      valueMax: formatDecimal(instrument.valueMax, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'PRICE_BAND',
    refuses: outsideBand,
    detail: ({ instrument }) => rangeText(instrument, bandOf(instrument)),
  },
  {
    code: 'PRICE_BAND',
    refuses: outsideCollar,
    detail: ({ instrument, priceCollared }) =>
      priceCollared === undefined ? {} : rangeText(instrument, collarAround(priceCollared)),
  },
  {
    code: 'EXPIRY',
    refuses: ({ intent, atMs }) => missedExpiry(intent, atMs) !== undefined,
    detail: ({ intent, atMs }) => missedExpiry(intent, atMs) ?? {},
  },
  {
    code: 'QUANTITY_SHOWN',
    refuses: ({ intent, instrument }) => missedShown(intent, instrument) !== undefined,
    detail: ({ intent, instrument }) => missedShown(intent, instrument) ?? {},
  },
  { code: 'TRAIL', refuses: ({ intent }) => missesTrail(intent), detail: () => TRAIL_LIMITS },
  { code: 'NO_LIQUIDITY', refuses: ({ priceLimit }) => priceLimit === undefined },
  {
    code: 'WOULD_TAKE',
    refuses: wouldTake,
    detail: ({ instrument, bestOpposite }) =>
      bestOpposite === undefined ? {} : { priceBest: priceText(instrument, bestOpposite) },
  },
];

/** When a command is judged, and by which rules. */
export interface Judging {
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
}

/** Checks an order against its instrument and gives it a limit, or says why not. Changes nothing. */
export function admit(side: InstrumentSide, intent: OrderIntent, judging: Judging): PricedOrder | Refusal {
  const { atMs } = judging;
  const instrument = side.facts.instruments.get(intent.instrumentId);
  const at = bookAt(side, intent);
  if (!instrument || !at) return { code: 'INSTRUMENT_UNKNOWN' };
  const bestOpposite = bestPrice(at, intent);
  const priceLast = isJudgedByLast(instrument, intent, judging) ? lastPriceOf(side, intent, atMs) : undefined;
  const priceLimit =
    at.auction && !at.auction.isClosing
      ? auctionLimit(instrument, intent)
      : limitOf(instrument, intent, intent.conditions ? (bestOpposite ?? priceLast) : bestOpposite);
  const session = side.facts.sessions.get(instrument.venue);
  const priceCollared = isCollared(instrument, intent, judging) ? (priceLast ?? bestOpposite) : undefined;
  const question: Question = {
    intent,
    instrument,
    session,
    bestOpposite,
    priceLimit,
    priceCollared,
    atMs,
  };
  for (const check of CHECKS) {
    if (check.refuses(question))
      return { code: check.code, ...(check.detail && { detail: check.detail(question) }) };
  }
  if (priceLimit === undefined) return { code: 'NO_LIQUIDITY' };
  if (intent.conditions)
    return admitConditional({
      ...question,
      conditions: intent.conditions,
      priceLimit,
      priceLast,
      isShut: isShut(question),
    });
  return {
    instrument,
    priceLimit,
    ...(bestOpposite !== undefined && { priceOpposite: bestOpposite }),
    validity: validityOf(intent),
  };
}

/**
 * Whether the collar holds for an order: coins have no band of the day, and a GTT is left out of it. Prices
 * that a change leaves as they were stay, as does what a bracket promised.
 */
function isCollared({ kind }: Instrument, intent: OrderIntent, judging: Judging): boolean {
  const { conditions, keepsPrices } = intent;
  if (keepsPrices || conditions?.isBracketEnd || !holdsRule(judging, 'priceCollar')) return false;
  return kind === 'spot' || conditions?.gtt === true;
}

/** Whether the last price of the book decides about an order: it is written down with its command then. */
export function isJudgedByLast(instrument: Instrument, intent: OrderIntent, judging: Judging): boolean {
  return intent.conditions !== undefined || isCollared(instrument, intent, judging);
}

/** A market order never rests. */
function validityOf({ orderType, validity }: OrderIntent): Validity {
  return orderType === 'market' && validity !== 'fok' ? 'ioc' : validity;
}

/** What waits for a later moment may be ordered at any hour: a GTT, and an order for the next session. */
function maySleep({ conditions }: OrderIntent): boolean {
  return conditions?.gtt === true || conditions?.afterMarket === true;
}

/** Whether no order is taken in now: neither to match nor for an auction. */
function isShut({ instrument, session }: Pick<Question, 'instrument' | 'session'>): boolean {
  const { isCollecting, isMatching } = termsOf(instrument, session);
  return !isCollecting && !isMatching;
}

/** Where the phase decides, the refusal names it. */
function phaseText({ instrument, session }: Question): Readonly<Record<string, string>> {
  return session?.phases === undefined ? {} : { phase: phaseOf(instrument, session) };
}

function bestPrice(at: InstrumentBook, intent: OrderIntent): Price | undefined {
  const best = at.book.best(opposite(intent.side));
  return best === undefined ? undefined : toPrice(at, best);
}

/**
 * The worst price at which an order may fill: its own limit, or for a market order the protected price, away
 * from the trigger that it waits for if it does. A trailing stop's trigger is not known yet: the best price
 * stands for it, or the last.
 */
export function limitOf(
  instrument: Instrument,
  intent: OrderIntent,
  bestOpposite: Price | undefined,
): Price | undefined {
  if (intent.priceLimit !== undefined) return intent.priceLimit;
  const best = intent.conditions?.priceTrigger ?? bestOpposite;
  if (best === undefined) return undefined;
  return protectedPrice({ side: intent.side, best }, { ...instrument, band: bandOf(instrument) });
}

/** What may be sent instead: by the phase, or by the kind of instrument. */
function allowedText(question: Question): Readonly<Record<string, string>> {
  const { isCollecting, isMarketAllowed } = termsOf(question.instrument, question.session);
  const { conditions, product } = question.intent;
  if (conditions?.afterMarket) return { allowed: 'limit (day)' };
  if (product === 'intraday' && question.instrument.intradayMarginRate === undefined)
    return { allowed: 'CNC' };
  if (conditions?.bracket && question.instrument.kind !== 'spot') return { allowed: 'market, limit' };
  if (!isCollecting) return { allowed: offeredText(question.instrument) };
  return { ...phaseText(question), allowed: isMarketAllowed ? 'market, limit (day)' : 'limit (day)' };
}

function offeredText({ kind }: Instrument): string {
  return Object.entries(OFFERED[kind])
    .map(([type, validities]) => `${type} (${validities.join(', ')})`)
    .join('; ');
}

/** In an auction a market order may fill anywhere in the band: it sets aside what the worst price asks. */
function auctionLimit(instrument: Instrument, { side, priceLimit }: OrderIntent): Price {
  const { priceLow, priceHigh } = bandOf(instrument);
  return priceLimit ?? (side === 'buy' ? priceHigh : priceLow);
}

function typeNotAllowed({ intent, instrument, session }: Question): boolean {
  const { orderType, validity, priceLimit, conditions, product } = intent;
  if (conditions ? isUnfit(intent, conditions) : needsConditions(intent)) return true;
  if (conditions?.bracket && instrument.kind !== 'spot') return true;
  if (product === 'intraday' && instrument.intradayMarginRate === undefined) return true;
  const isGtt = conditions?.gtt === true;
  if (!isGtt && !OFFERED[instrument.kind][orderType]?.includes(validity)) return true;
  const { isCollecting, isMarketAllowed } = termsOf(instrument, session);
  if (isCollecting && !isGtt && orderType !== 'market' && (orderType !== 'limit' || validity !== 'day'))
    return true;
  if (orderType === 'market' && !isMarketAllowed) return true;
  const isPriced = orderType === 'limit' || orderType === 'stopLimit' || orderType === 'takeProfitLimit';
  return isPriced !== (priceLimit !== undefined);
}

function valueAtLimit({ intent, instrument, priceLimit }: Question): Amount | undefined {
  if (priceLimit === undefined) return undefined;
  return tradeValue({ price: priceLimit, quantity: intent.quantity, scales: instrument, rounding: 'down' });
}

/**
 * Of a GTT nothing is asked of today's band: it is for
 * another day. What a bracket ends at is a GTT of its own.
 */
function outsideBand({ intent: { priceLimit, conditions }, instrument }: Question): boolean {
  if (conditions?.gtt) return false;
  const { priceLow, priceHigh } = bandOf(instrument);
  return [priceLimit, conditions?.priceTrigger].some(
    (one) => one !== undefined && (one < priceLow || one > priceHigh),
  );
}

/** The ends of a bracket and both legs of a GTT are prices that the customer named as well. */
function outsideCollar({ intent, priceCollared }: Question): boolean {
  if (priceCollared === undefined) return false;
  const { priceLow, priceHigh } = collarAround(priceCollared);
  return pricesOf(intent).some((one) => one < priceLow || one > priceHigh);
}

/** Every price that the customer named. */
function pricesOf({ priceLimit, conditions }: OrderIntent): readonly Price[] {
  const { priceTrigger, otherLeg, bracket } = conditions ?? {};
  const named = [
    priceLimit,
    priceTrigger,
    otherLeg?.priceTrigger,
    otherLeg?.priceLimit,
    bracket?.priceTakeProfit,
    bracket?.priceStop,
  ];
  return named.filter((one) => one !== undefined);
}

function wouldTake({ intent, bestOpposite }: Question): boolean {
  const { validity, side, priceLimit } = intent;
  if (validity !== 'postOnly' || priceLimit === undefined || bestOpposite === undefined) return false;
  return side === 'buy' ? priceLimit >= bestOpposite : priceLimit <= bestOpposite;
}

function priceText(instrument: Instrument, value: Price): string {
  return formatDecimal(value, instrument.priceScale);
}

function rangeText(
  instrument: Instrument,
  { priceLow, priceHigh }: { readonly priceLow: Price; readonly priceHigh: Price },
): { priceLow: string; priceHigh: string } {
  return { priceLow: priceText(instrument, priceLow), priceHigh: priceText(instrument, priceHigh) };
}
