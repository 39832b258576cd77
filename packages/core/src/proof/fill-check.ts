import type { Hasher } from '#hash/bytes.ts';
import { entryId, lots, MARKET_MAKER_OWNER, owner, ticks } from '#matching/order-book.ts';
import { opposite, PlainBook } from '#matching/plain-book.ts';
import { endVerdict, uncrossingVerdict } from '#proof/auction-check.ts';
import { chargesCheck } from '#proof/charge-check.ts';
import { entryVerdict } from '#proof/entry-check.ts';
import {
  type DisclosedFill,
  type FillOpening,
  MARKET_MAKER_NAME,
  type MetOrder,
  type StandingOrder,
} from '#proof/fill-opening.ts';
import { rulesVersionIn } from '#proof/row-text.ts';
import { AGREES, attempt, differs, type Verdict } from '#proof/verdict.ts';
import { price, quantity, tradeValue } from '#values/index.ts';

/** Checks of a fill, in this order. */
export const FILL_CHECKS = ['entry', 'book', 'priority', 'end', 'limit', 'value', 'charges'] as const;
export type FillCheckName = (typeof FILL_CHECKS)[number];

export interface FillCheck extends Verdict {
  readonly name: FillCheckName;
}

/**
 * Derives a fill again from the journal: the row's hash, the plain book on what the command met, the value
 * and the charges. Nothing that the server computed is believed, and text that can't be read differs.
 */
export function checkFill(opening: FillOpening, hash: Hasher): FillCheck[] {
  const checks: Readonly<Record<FillCheckName, () => Verdict>> = {
    entry: () => entryVerdict(opening, hash),
    book: () => (opening.how === 'book' ? bookVerdict(opening) : uncrossingVerdict(opening)),
    priority: () => priorityVerdict(opening),
    end: () => endVerdict(opening),
    limit: () => limitVerdict(opening),
    value: () => valueVerdict(opening),
    charges: () => chargesCheck(opening.own, opening.instrument, rulesVersionIn(opening.entry)),
  };
  const asked = FILL_CHECKS.filter((name) => name !== (opening.how === 'book' ? 'end' : 'priority'));
  return asked.map((name) => ({ name, ...attempt(checks[name]) }));
}

/** Whether nothing differs. */
export function isFillDerived(checks: readonly FillCheck[]): boolean {
  return checks.every(({ state }) => state !== 'differs');
}

/** The plain book on what stood there must give the same fills, one by one. */
function bookVerdict(opening: FillOpening): Verdict {
  const given = derivedFills(opening);
  const disclosed = opening.fills;
  for (let at = 0; at < Math.max(given.length, disclosed.length); at += 1) {
    const [one, other] = [fillText(given[at]), fillText(disclosed[at])];
    if (one !== other) return differs(`fill ${at}: ${one} ≠ ${other}`);
  }
  return disclosed.some(({ index }) => index === opening.index)
    ? AGREES
    : differs(`fill ${opening.index} is not among them`);
}

function fillText(fill: Omit<DisclosedFill, 'index'> | undefined): string {
  return fill === undefined ? 'none' : `${fill.price}×${fill.quantity}@${fill.maker}`;
}

const TAKER = owner(1);
const FIRST_MAKER = 2;

/** Fills by the plain book, whose numbers are prices and quantities over their greatest common steps. */
function derivedFills(
  { taker, quotes, met }: FillOpening,
  standing: readonly StandingOrder[] = [],
): Omit<DisclosedFill, 'index'>[] {
  const orders = [...placed(met), ...standing];
  const levels = [
    ...quotes.map((level) => ({ ...level, maker: MARKET_MAKER_NAME, owner: MARKET_MAKER_OWNER })),
    ...orders.map((level, at) => ({ ...level, maker: level.order, owner: owner(FIRST_MAKER + at) })),
  ];
  const priceStep = stepOf([taker.priceLimit, ...levels.map((level) => level.price)]);
  const quantityStep = stepOf([taker.quantity, ...levels.map((level) => level.quantity)]);
  const book = new PlainBook();
  for (const [at, level] of levels.entries()) {
    book.rest({
      id: entryId(at + 1),
      owner: level.owner,
      side: opposite(taker.side),
      price: ticks(Number(BigInt(level.price) / priceStep)),
      quantity: lots(Number(BigInt(level.quantity) / quantityStep)),
      priority: level.priority,
    });
  }
  const { fills } = book.take({
    owner: TAKER,
    side: taker.side,
    priceLimit: ticks(Number(BigInt(taker.priceLimit) / priceStep)),
    quantity: lots(Number(BigInt(taker.quantity) / quantityStep)),
  });
  return fills.map((fill) => ({
    price: String(BigInt(fill.price) * priceStep),
    quantity: String(BigInt(fill.quantity) * quantityStep),
    maker: levels[fill.makerId - 1]?.maker ?? 'nobody',
  }));
}

/** An order whose place is not known stands behind the one that was filled before it. */
function placed(met: readonly MetOrder[]): (MetOrder & { readonly priority: number })[] {
  let before = 0;
  return met.map((level) => {
    before = level.priority ?? before;
    return { ...level, priority: before };
  });
}

/** The greatest step of which all are multiples. */
function stepOf(texts: readonly string[]): bigint {
  let step = 0n;
  for (const text of texts) {
    let [a, b] = [step, BigInt(text)];
    while (b > 0n) [a, b] = [b, a % b];
    step = a;
  }
  return step === 0n ? 1n : step;
}

/**
 * With all that stood at these prices or better in the book,
 * the same are filled: nobody who stood ahead was passed over.
 */
function priorityVerdict(opening: FillOpening): Verdict {
  const { standing, fills } = opening;
  const given = derivedFills(opening, standing);
  for (const [at, disclosed] of fills.entries()) {
    const [one, other] = [fillText(given[at]), fillText(disclosed)];
    if (one !== other) return differs(`fill ${at}: ${one} stood ahead of ${other}`);
  }
  return { state: 'agrees', detail: `${standing.length} more stood there` };
}

/** No fill is worse than the worst price of the order. */
function limitVerdict({ fills, index, own }: FillOpening): Verdict {
  const fill = fills.find((one) => one.index === index);
  if (fill === undefined) return differs(`fill ${index} is not among them`);
  const [at, limit] = [BigInt(fill.price), BigInt(own.priceLimit)];
  const isWithin = own.side === 'buy' ? at <= limit : at >= limit;
  return isWithin ? AGREES : differs(`${at} is worse than ${limit}`);
}

/** Price times quantity, rounded down. */
function valueVerdict({ fills, index, instrument, own }: FillOpening): Verdict {
  const fill = fills.find((one) => one.index === index);
  if (fill === undefined) return differs(`fill ${index} is not among them`);
  const value = tradeValue({
    price: price(BigInt(fill.price)),
    quantity: quantity(BigInt(fill.quantity)),
    scales: instrument,
    rounding: 'down',
  });
  return String(value) === own.value ? AGREES : differs(`${value} ≠ ${own.value}`);
}
