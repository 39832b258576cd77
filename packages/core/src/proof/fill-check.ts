import { decodeCommand, decodeMarketMakerDepth } from '#codec/journal-codec.ts';
import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';
import { entryId, lots, MARKET_MAKER_OWNER, owner, ticks } from '#matching/order-book.ts';
import { opposite, PlainBook } from '#matching/plain-book.ts';
import type { Command } from '#model/command.ts';
import { endVerdict, recordProblem, uncrossingVerdict } from '#proof/auction-check.ts';
import { chargesCheck } from '#proof/charge-check.ts';
import type { FillOpening, JournalEntry, MetOrder, StandingOrder, ToldFill } from '#proof/fill-opening.ts';
import type { Verdict } from '#proof/verdict.ts';
import { price, quantity, tradeValue } from '#values/index.ts';

/** What is looked at, in this order. */
export const FILL_CHECKS = ['entry', 'book', 'priority', 'end', 'limit', 'value', 'charges'] as const;
export type FillCheckName = (typeof FILL_CHECKS)[number];

export interface FillCheck extends Verdict {
  readonly name: FillCheckName;
}

/**
 * Derives a fill again from what the journal says: the row's hash, the plain book on what the command met, the value, and the charges by
 * the rules in force. Nothing that the server computed is believed. What can't be read at all differs.
 */
export function checkFill(opening: FillOpening, hash: Hasher): FillCheck[] {
  const checks: Readonly<Record<FillCheckName, () => Verdict>> = {
    entry: () => entryVerdict(opening, hash),
    book: () => (opening.how === 'book' ? bookVerdict(opening) : uncrossingVerdict(opening)),
    priority: () => priorityVerdict(opening),
    end: () => endVerdict(opening),
    limit: () => limitVerdict(opening),
    value: () => valueVerdict(opening),
    charges: () => chargesCheck(opening.own, opening.instrument),
  };
  const asked = FILL_CHECKS.filter((name) => name !== (opening.how === 'book' ? 'end' : 'priority'));
  return asked.map((name) => ({ name, ...attempt(checks[name]) }));
}

/** Whether nothing differs. */
export function isFillDerived(checks: readonly FillCheck[]): boolean {
  return checks.every(({ state }) => state !== 'differs');
}

const AGREES: Verdict = { state: 'agrees' };
const differs = (detail: string): Verdict => ({ state: 'differs', detail });

/** An answer that is no answer must not end the check: it is the loudest difference there is. */
function attempt(check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    return differs(error instanceof Error ? error.message : String(error));
  }
}

/** The hash of a row of the journal, as the writer makes it. */
export function rowLeafHash(hash: Hasher, { sequence, atMs, text }: JournalEntry): string | undefined {
  if (text === undefined) return undefined;
  const { command, marketMakerDepth, outcome } = text;
  return hexOf(hash(textBytes(`${sequence}\n${atMs}\n${command}\n${marketMakerDepth}\n${outcome}`)));
}

function entryVerdict(opening: FillOpening, hash: Hasher): Verdict {
  const { entry } = opening;
  if (entry.sequence !== opening.sequence) return differs(`row ${entry.sequence} is not that of the fill`);
  const made = rowLeafHash(hash, entry);
  if (made === undefined || entry.text === undefined) return { state: 'sealed' };
  if (made !== entry.leafHash) return differs(`${made} ≠ ${entry.leafHash}`);
  const told = [
    takerProblem(opening, entry.text),
    marketMakerProblem(opening, entry.text),
    fillsProblem(opening, entry.text),
    recordProblem(opening, JSON.parse(entry.text.outcome)),
  ];
  const problem = told.find((one) => one !== undefined);
  return problem === undefined ? AGREES : differs(problem);
}

type RowText = NonNullable<JournalEntry['text']>;

/**
 * The order that was sent is the one that is derived. A row whose command is another's, or set the order free that waited, says nothing of a
 * taker; and an order that met its own owner took no more than it was filled.
 */
function takerProblem({ taker, how }: FillOpening, { command, outcome }: RowText): string | undefined {
  const found = how === 'book' ? sentAndTold(decodeCommand(command), outcome, taker.orderId) : undefined;
  if (found === undefined) return undefined;
  const { sent, told } = found;
  const isStopped = recordOf(told['state'])['cause'] === 'selfTrade';
  const came = isStopped ? String(told['quantityFilled']).slice(1) : String(sent.quantity);
  if (sent.side !== taker.side) return `side ${sent.side} ≠ ${taker.side}`;
  if (came !== taker.quantity) return `quantity ${came} ≠ ${taker.quantity}`;
  if (sent.priceLimit !== undefined && String(sent.priceLimit) !== taker.priceLimit)
    return `limit ${sent.priceLimit} ≠ ${taker.priceLimit}`;
  return undefined;
}

/** The order of that id as it was sent, and as the row tells it; of a basket the leg that it is. */
function sentAndTold(command: Command, outcome: string, orderId: string | undefined) {
  const told = recordOf(JSON.parse(outcome));
  if (command.type === 'order.place') {
    const order = recordOf(told['order']);
    return String(order['id']) === orderId ? { sent: command, told: order } : undefined;
  }
  if (command.type !== 'order.basket') return undefined;
  const orders = legsOf(told).map((leg) => recordOf(leg['order']));
  const at = orders.findIndex((order) => String(order['id']) === orderId);
  const [sent, order] = [command.legs[at], orders[at]];
  return sent && order && { sent, told: order };
}

function legsOf(told: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const { legs } = told;
  return Array.isArray(legs) ? legs.map(recordOf) : [];
}

function marketMakerProblem(
  { how, house, instrument, environment, taker }: FillOpening,
  { marketMakerDepth }: RowText,
): string | undefined {
  if (how !== 'book') return undefined;
  const here = decodeMarketMakerDepth(marketMakerDepth).filter(
    (one) => one.instrumentId === instrument.id && one.environment === environment,
  );
  // An order that the command set free, or the leg of a basket, met a depth of its own.
  const depth =
    here.find(({ orderId }) => orderId !== undefined && String(orderId) === taker.orderId) ??
    here.find(({ orderId }) => orderId === undefined);
  const stood = (taker.side === 'buy' ? depth?.asks : depth?.bids) ?? [];
  const textOf = (levels: readonly { price: unknown; quantity: unknown; priority: number }[]): string =>
    levels.map((level) => `${level.price}×${level.quantity}#${level.priority}`).join(' ');
  return textOf(stood) === textOf(house) ? undefined : `house ${textOf(stood)} ≠ ${textOf(house)}`;
}

/** The row's own list of fills, where its outcome tells one. */
function fillsProblem({ fills }: FillOpening, { outcome }: RowText): string | undefined {
  const told = recordOf(JSON.parse(outcome));
  const legs = legsOf(told);
  const written: unknown = legs.length > 0 ? legs.flatMap((leg) => leg['fills']) : told['fills'];
  if (!Array.isArray(written)) return undefined;
  for (const fill of fills) {
    const row = recordOf(written.find((one: unknown) => recordOf(one)['index'] === fill.index));
    const text = `${row['price']}×${row['quantity']}`;
    if (text !== `#${fill.price}×#${fill.quantity}`)
      return `fill ${fill.index}: ${text} ≠ #${fill.price}×#${fill.quantity}`;
  }
  return undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** The plain book on what stood there must give the same fills, one by one. */
function bookVerdict(opening: FillOpening): Verdict {
  const given = derivedFills(opening);
  const told = opening.fills;
  for (let at = 0; at < Math.max(given.length, told.length); at += 1) {
    const [one, other] = [fillText(given[at]), fillText(told[at])];
    if (one !== other) return differs(`fill ${at}: ${one} ≠ ${other}`);
  }
  return told.some(({ index }) => index === opening.index)
    ? AGREES
    : differs(`fill ${opening.index} is not among them`);
}

function fillText(fill: Omit<ToldFill, 'index'> | undefined): string {
  return fill === undefined ? 'none' : `${fill.price}×${fill.quantity}@${fill.maker}`;
}

const TAKER = owner(1);
const FIRST_MAKER = 2;

/** Runs the plain book. Its numbers are prices and quantities over their greatest common steps. */
function derivedFills(
  { taker, house, met }: FillOpening,
  standing: readonly StandingOrder[] = [],
): Omit<ToldFill, 'index'>[] {
  const orders = [...placed(met), ...standing];
  const levels = [
    ...house.map((level) => ({ ...level, maker: 'house', owner: MARKET_MAKER_OWNER })),
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

/** With all that stood at these prices or better in the book, the same are filled: nobody who stood ahead was passed over. */
function priorityVerdict(opening: FillOpening): Verdict {
  const { standing, fills } = opening;
  const given = derivedFills(opening, standing);
  for (const [at, told] of fills.entries()) {
    const [one, other] = [fillText(given[at]), fillText(told)];
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
