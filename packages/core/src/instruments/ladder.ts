import type { Instrument, VenueSession } from '#instrument.ts';
import { bandOf, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { type LaneBook, toPrice } from '#instruments/lane-book.ts';
import { phaseOf, termsOf } from '#instruments/phase.ts';
import { opposite } from '#matching/plain-book.ts';
import type { OrderIntent, PricedOrder } from '#messages.ts';
import type { Validity } from '#order.ts';
import type { Refusal, RefusalCode } from '#refusal.ts';
import { type Amount, formatDecimal, type Price, protectedPrice, tradeValue } from '#values/index.ts';

/** All that the instrument's checks look at. */
interface Question {
  readonly intent: OrderIntent;
  readonly instrument: Instrument;
  readonly session: VenueSession | undefined;
  readonly bestOpposite: Price | undefined;
  /** The customer's limit, or the protected price of a market order; absent for a market order that meets nobody. */
  readonly priceLimit: Price | undefined;
}

interface Rung {
  readonly code: RefusalCode;
  readonly refuses: (question: Question) => boolean;
  readonly detail?: (question: Question) => Readonly<Record<string, string>>;
}

const VALIDITIES: Readonly<Record<Instrument['kind'], readonly Validity[]>> = {
  stock: ['day', 'ioc'],
  spot: ['gtc', 'ioc', 'postOnly'],
};

/** The instrument's checks in the order of rules 2.3: the first that refuses wins. */
const LADDER: readonly Rung[] = [
  { code: 'INSTRUMENT_NOT_LISTED', refuses: ({ instrument }) => instrument.status === 'unlisted' },
  { code: 'INSTRUMENT_HALTED', refuses: ({ instrument }) => instrument.status === 'halted' },
  { code: 'SESSION_CLOSED', refuses: isShut, detail: phaseText },
  { code: 'TYPE_NOT_ALLOWED', refuses: typeNotAllowed, detail: allowedText },
  {
    code: 'TICK',
    refuses: ({ intent: { priceLimit }, instrument: { tickSize } }) =>
      priceLimit !== undefined && (priceLimit <= 0n || priceLimit % tickSize !== 0n),
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
      question.intent.isSquareOff !== true &&
      (valueAtLimit(question) ?? question.instrument.valueMin) < question.instrument.valueMin,
    detail: ({ instrument }) => ({
      valueMin: formatDecimal(instrument.valueMin, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'VALUE_MAX',
    refuses: (question) =>
      (valueAtLimit(question) ?? question.instrument.valueMax) > question.instrument.valueMax,
    detail: ({ instrument }) => ({
      valueMax: formatDecimal(instrument.valueMax, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  { code: 'PRICE_BAND', refuses: outsideBand, detail: ({ instrument }) => bandText(instrument) },
  { code: 'NO_LIQUIDITY', refuses: ({ priceLimit }) => priceLimit === undefined },
  {
    code: 'WOULD_TAKE',
    refuses: wouldTake,
    detail: ({ instrument, bestOpposite }) =>
      bestOpposite === undefined ? {} : { priceBest: priceText(instrument, bestOpposite) },
  },
];

/** Checks an order against its instrument and gives it a limit, or says why not. Changes nothing. */
export function admit(side: InstrumentSide, intent: OrderIntent): PricedOrder | Refusal {
  const instrument = side.facts.instruments.get(intent.instrumentId);
  const at = bookAt(side, intent);
  if (!instrument || !at) return { code: 'INSTRUMENT_UNKNOWN' };
  const bestOpposite = bestPrice(at, intent);
  const priceLimit = at.auction
    ? auctionLimit(instrument, intent)
    : limitOf(instrument, intent, bestOpposite);
  const session = side.facts.sessions.get(instrument.venue);
  const question: Question = { intent, instrument, session, bestOpposite, priceLimit };
  for (const rung of LADDER) {
    if (rung.refuses(question))
      return { code: rung.code, ...(rung.detail && { detail: rung.detail(question) }) };
  }
  if (priceLimit === undefined) return { code: 'NO_LIQUIDITY' };
  return {
    instrument,
    priceLimit,
    ...(bestOpposite !== undefined && { priceOpposite: bestOpposite }),
    validity: intent.orderType === 'market' ? 'ioc' : intent.validity,
  };
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

function bestPrice(at: LaneBook, intent: OrderIntent): Price | undefined {
  const best = at.book.best(opposite(intent.side));
  return best === undefined ? undefined : toPrice(at, best);
}

/** The worst price at which an order may fill: its own limit, or for a market order the protected price. */
export function limitOf(
  instrument: Instrument,
  intent: OrderIntent,
  bestOpposite: Price | undefined,
): Price | undefined {
  if (intent.priceLimit !== undefined) return intent.priceLimit;
  if (bestOpposite === undefined) return undefined;
  return protectedPrice(
    { side: intent.side, best: bestOpposite },
    { ...instrument, band: bandOf(instrument) },
  );
}

/** What may be sent instead, where the phase decides. */
function allowedText(question: Question): Readonly<Record<string, string>> {
  const { isCollecting, isMarketAllowed } = termsOf(question.instrument, question.session);
  if (!isCollecting) return {};
  return { ...phaseText(question), allowed: isMarketAllowed ? 'market, limit (day)' : 'limit (day)' };
}

/** In an auction a market order may fill anywhere in the band: it sets aside what the worst price asks. */
function auctionLimit(instrument: Instrument, { side, priceLimit }: OrderIntent): Price {
  const { priceLow, priceHigh } = bandOf(instrument);
  return priceLimit ?? (side === 'buy' ? priceHigh : priceLow);
}

function typeNotAllowed({ intent, instrument, session }: Question): boolean {
  const { orderType, validity, priceLimit } = intent;
  const { isCollecting, isMarketAllowed } = termsOf(instrument, session);
  if (isCollecting && orderType === 'limit' && validity !== 'day') return true;
  if (orderType === 'market' && !isMarketAllowed) return true;
  if (!VALIDITIES[instrument.kind].includes(validity)) return true;
  if (orderType === 'market') return priceLimit !== undefined || validity === 'postOnly';
  return priceLimit === undefined;
}

function valueAtLimit({ intent, instrument, priceLimit }: Question): Amount | undefined {
  if (priceLimit === undefined) return undefined;
  return tradeValue({ price: priceLimit, quantity: intent.quantity, scales: instrument, rounding: 'down' });
}

function outsideBand({ intent: { priceLimit }, instrument }: Question): boolean {
  const { priceLow, priceHigh } = bandOf(instrument);
  return priceLimit !== undefined && (priceLimit < priceLow || priceLimit > priceHigh);
}

function wouldTake({ intent, bestOpposite }: Question): boolean {
  const { validity, side, priceLimit } = intent;
  if (validity !== 'postOnly' || priceLimit === undefined || bestOpposite === undefined) return false;
  return side === 'buy' ? priceLimit >= bestOpposite : priceLimit <= bestOpposite;
}

function priceText(instrument: Instrument, value: Price): string {
  return formatDecimal(value, instrument.priceScale);
}

function bandText(instrument: Instrument): { priceLow: string; priceHigh: string } {
  const { priceLow, priceHigh } = bandOf(instrument);
  return { priceLow: priceText(instrument, priceLow), priceHigh: priceText(instrument, priceHigh) };
}
