import { formatDecimal, type Price, parseDecimal, price, quantity, tradeValue } from '@tarazu/core/values';
import { type Intent, type Preview, worstPrice } from './preview.ts';
import type { Level, OrderType, Side, Terms, Validity } from './terms.ts';

/** What stands in the fields of a ticket. */
export interface TicketFields {
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly price: string;
  readonly quantity: string;
}

/** Refusals that can be foreseen here, by the engine's own names and in its order. */
type CheckCode =
  | 'TICK'
  | 'LOT'
  | 'QUANTITY_MIN'
  | 'QUANTITY_MAX'
  | 'VALUE_MIN'
  | 'VALUE_MAX'
  | 'PRICE_BAND'
  | 'NO_LIQUIDITY'
  | 'WOULD_TAKE'
  | 'INSUFFICIENT_FUNDS'
  | 'INSUFFICIENT_HOLDINGS';

/** What the sentences of the checks speak of, as decimal text. */
interface CheckDetail {
  readonly tickSize?: string;
  readonly lotSize?: string;
  readonly quantityMin?: string;
  readonly quantityMax?: string;
  readonly valueMin?: string;
  readonly valueMax?: string;
  readonly priceLow?: string;
  readonly priceHigh?: string;
  readonly needed?: string;
  readonly available?: string;
}

export interface CheckFailure {
  readonly code: CheckCode;
  readonly field: 'price' | 'quantity';
  readonly detail: CheckDetail;
}

/** The fields as an intent; undefined while one of them is empty, zero or no number of this instrument. */
export function intentOf(fields: TicketFields, terms: Terms): Intent | undefined {
  const size = parseDecimal(fields.quantity, terms.scales.baseScale);
  if (size === undefined || size === 0n) return undefined;
  const { side, type, validity } = fields;
  if (type === 'market') return { side, type, validity, priceLimit: undefined, quantity: quantity(size) };
  const limit = parseDecimal(fields.price, terms.scales.priceScale);
  if (limit === undefined || limit === 0n) return undefined;
  return { side, type, validity, priceLimit: price(limit), quantity: quantity(size) };
}

export interface CheckQuestion {
  readonly intent: Intent;
  readonly terms: Terms;
  readonly levels: readonly Level[];
}

interface Asked extends CheckQuestion {
  readonly priceWorst: Price | undefined;
}

interface Rung {
  readonly code: CheckCode;
  readonly field: 'price' | 'quantity';
  readonly refuses: (question: Asked) => boolean;
}

const LADDER: readonly Rung[] = [
  {
    code: 'TICK',
    field: 'price',
    refuses: ({ intent, terms }) => (intent.priceLimit ?? 0n) % terms.tickSize !== 0n,
  },
  { code: 'LOT', field: 'quantity', refuses: ({ intent, terms }) => intent.quantity % terms.lotSize !== 0n },
  {
    code: 'QUANTITY_MIN',
    field: 'quantity',
    refuses: ({ intent, terms }) => intent.quantity < terms.quantityMin,
  },
  {
    code: 'QUANTITY_MAX',
    field: 'quantity',
    refuses: ({ intent, terms }) => intent.quantity > terms.quantityMax,
  },
  {
    code: 'VALUE_MIN',
    field: 'quantity',
    refuses: (asked) => valueAtWorst(asked, (value) => value < asked.terms.valueMin),
  },
  {
    code: 'VALUE_MAX',
    field: 'quantity',
    refuses: (asked) => valueAtWorst(asked, (value) => value > asked.terms.valueMax),
  },
  { code: 'PRICE_BAND', field: 'price', refuses: outsideBand },
  { code: 'NO_LIQUIDITY', field: 'quantity', refuses: ({ priceWorst }) => priceWorst === undefined },
  { code: 'WOULD_TAKE', field: 'price', refuses: wouldTake },
];

/** The first reason for which the engine would refuse the order itself; undefined when there is none to be seen. */
export function checkOrder(question: CheckQuestion): CheckFailure | undefined {
  const asked: Asked = { ...question, priceWorst: worstPrice(question) };
  const rung = LADDER.find(({ refuses }) => refuses(asked));
  return rung === undefined
    ? undefined
    : { code: rung.code, field: rung.field, detail: detailOf(question.terms) };
}

/** Whether the account can carry it: the hold of a purchase, the goods of a sale. */
export function checkMeans(
  question: CheckQuestion & { preview: Preview },
  means: { cash: bigint; goods: bigint },
): CheckFailure | undefined {
  const { intent, terms, preview } = question;
  const { quoteScale, baseScale } = terms.scales;
  if (intent.side === 'buy' && preview.worst > means.cash) {
    const detail = {
      needed: formatDecimal(preview.worst, quoteScale),
      available: formatDecimal(means.cash, quoteScale),
    };
    return { code: 'INSUFFICIENT_FUNDS', field: 'quantity', detail };
  }
  if (intent.side === 'sell' && intent.quantity > means.goods) {
    return {
      code: 'INSUFFICIENT_HOLDINGS',
      field: 'quantity',
      detail: { available: formatDecimal(means.goods, baseScale) },
    };
  }
  return undefined;
}

/** An order above this part of an average day asks for a second word (rules 2.3). */
const LARGE_ORDER_DIVISOR = 10n;

export function isLargeOrder({ intent, terms }: Pick<CheckQuestion, 'intent' | 'terms'>): boolean {
  return terms.kind === 'stock' && intent.quantity * LARGE_ORDER_DIVISOR > terms.averageDailyVolume;
}

function valueAtWorst({ intent, terms, priceWorst }: Asked, refuses: (value: bigint) => boolean): boolean {
  if (priceWorst === undefined) return false;
  return refuses(
    tradeValue({ price: priceWorst, quantity: intent.quantity, scales: terms.scales, rounding: 'down' }),
  );
}

function outsideBand({ intent: { priceLimit }, terms: { band } }: Asked): boolean {
  return (
    priceLimit !== undefined &&
    band !== undefined &&
    (priceLimit < band.priceLow || priceLimit > band.priceHigh)
  );
}

function wouldTake({ intent, levels }: Asked): boolean {
  const best = levels[0]?.price;
  if (intent.validity !== 'postOnly' || intent.priceLimit === undefined || best === undefined) return false;
  return intent.side === 'buy' ? intent.priceLimit >= best : intent.priceLimit <= best;
}

function detailOf(terms: Terms): CheckDetail {
  const { priceScale, baseScale, quoteScale } = terms.scales;
  return {
    tickSize: formatDecimal(terms.tickSize, priceScale),
    lotSize: formatDecimal(terms.lotSize, baseScale),
    quantityMin: formatDecimal(terms.quantityMin, baseScale),
    quantityMax: formatDecimal(terms.quantityMax, baseScale),
    valueMin: formatDecimal(terms.valueMin, quoteScale),
    valueMax: formatDecimal(terms.valueMax, quoteScale),
    ...(terms.band === undefined
      ? {}
      : {
          priceLow: formatDecimal(terms.band.priceLow, priceScale),
          priceHigh: formatDecimal(terms.band.priceHigh, priceScale),
        }),
  };
}
