import type { Hasher } from '#hash/bytes.ts';
import { recordProblem } from '#proof/auction-check.ts';
import type { FillOpening } from '#proof/fill-opening.ts';
import {
  type Disclosed,
  type DisclosedInRow,
  orderInRow,
  productInRow,
  type ReadRow,
  readEntry,
  recordOf,
  rowLeafHash,
  sumOf,
  unitsOf,
} from '#proof/row-text.ts';
import { differs, firstProblem, type Verdict } from '#proof/verdict.ts';

/** Whether the row's text has the row's hash, and the opening of the fill agrees with that text. */
export function entryVerdict(opening: FillOpening, hash: Hasher): Verdict {
  const { entry } = opening;
  if (entry.sequence !== opening.sequence) return differs(`row ${entry.sequence} is not that of the fill`);
  const made = rowLeafHash(hash, entry);
  if (made === undefined) return { state: 'sealed' };
  if (made !== entry.leafHash) return differs(`${made} ≠ ${entry.leafHash}`);
  const row = readEntry(entry);
  const own = row && opening.how === 'book' ? orderInRow(row, opening.taker.orderId) : undefined;
  const met = row && makerFillOf(opening, row);
  if (row === undefined || (row.command === undefined && met === undefined)) return { state: 'sealed' };
  return firstProblem([
    legsProblem(row),
    own && takerProblem(opening, { row, own }),
    marketMakerTakerProblem(opening, row),
    marketMakerProblem(opening, row),
    own ? ownFillsProblem(opening, own) : fillsProblem(opening, row),
    own && ownProblem(opening, own),
    met && ownFillsProblem(opening, met.leg),
    met && makerProblem(opening, met),
    recordProblem(opening, row.outcome),
  ]);
}

/** Each leg that was sent has its order, in its place: none is dropped, and none is another. */
export function legsProblem({ command, orders, outcome }: ReadRow): string | undefined {
  if (command?.type !== 'order.basket' || outcome['ok'] !== true) return undefined;
  if (orders.length !== command.legs.length)
    return `${orders.length} of ${command.legs.length} legs are disclosed`;
  for (const [at, leg] of command.legs.entries()) {
    const order = orders[at]?.order ?? {};
    const isSame =
      order['instrumentId'] === leg.instrumentId &&
      order['side'] === leg.side &&
      unitsOf(order['quantity']) === leg.quantity &&
      (leg.priceLimit === undefined || unitsOf(order['priceLimit']) === leg.priceLimit);
    if (!isSame) return `leg ${at} is not the one that was sent`;
  }
  const indexes = orders.flatMap(({ fills }) => fills.map((fill) => Number(fill['index'])));
  const dropped = indexes.sort((one, other) => one - other).findIndex((index, at) => index !== at);
  return dropped < 0 ? undefined : `fill ${dropped} of the basket is not disclosed`;
}

/**
 * Checks that the sent order is the derived one, and that an order which met its own owner, or takes in
 * several rows, took no more here than it was filled.
 */
function takerProblem(
  { taker }: FillOpening,
  { row, own: { order, fills, goesOn } }: { readonly row: ReadRow; readonly own: DisclosedInRow },
): string | undefined {
  const filledHere = sumOf(fills.map((fill) => fill['quantity']));
  const isStopped = goesOn || recordOf(order['state'])['cause'] === 'selfTrade';
  const filledBefore = unitsOf(order['quantityFilled']) - filledHere;
  const came = isStopped ? filledHere : unitsOf(order['quantity']) - filledBefore;
  if (order['side'] !== taker.side) return `side ${String(order['side'])} ≠ ${taker.side}`;
  if (String(came) !== taker.quantity) return `quantity ${came} ≠ ${taker.quantity}`;
  if (String(unitsOf(order['priceLimit'])) !== taker.priceLimit)
    return `limit ${unitsOf(order['priceLimit'])} ≠ ${taker.priceLimit}`;
  return sentProblem(row, order);
}

/** An outcome agrees with what its command asked for. */
function sentProblem({ command }: ReadRow, order: Disclosed): string | undefined {
  if (command?.type !== 'order.place') return undefined;
  const { side, quantity, priceLimit, instrumentId } = command;
  if (side !== order['side']) return `sent to ${side}, and disclosed as ${String(order['side'])}`;
  if (quantity !== unitsOf(order['quantity']))
    return `sent ${quantity}, and disclosed as ${order['quantity']}`;
  if (instrumentId !== order['instrumentId']) return `sent for ${instrumentId}`;
  if (priceLimit !== undefined && priceLimit !== unitsOf(order['priceLimit']))
    return `sent at ${priceLimit}, and disclosed as ${order['priceLimit']}`;
  return undefined;
}

/** A command of the market maker that met a customer's order crosses it, with as much as it filled. */
function marketMakerTakerProblem(
  { taker, instrument, environment, how, own }: FillOpening,
  { command }: ReadRow,
): string | undefined {
  if (how !== 'book' || own.role !== 'maker') return undefined;
  if (command?.type !== 'marketMaker.quote' && command?.type !== 'marketMaker.take') return undefined;
  if (command.instrumentId !== instrument.id || command.environment !== environment)
    return 'the market maker came to another book';
  const [worst, wanted] = [BigInt(taker.priceLimit), BigInt(taker.quantity)];
  const levels =
    command.type === 'marketMaker.quote'
      ? (taker.side === 'buy' ? command.bids : command.asks).map(([price, quantity]) => ({ price, quantity }))
      : command.side === taker.side
        ? [{ price: command.priceLimit, quantity: command.quantity }]
        : [];
  const crossing = levels.filter(({ price }) => (taker.side === 'buy' ? price >= worst : price <= worst));
  const came = crossing.reduce((sum, { quantity }) => sum + quantity, 0n);
  return came >= wanted ? undefined : `the market maker came for ${came} at ${worst}, not ${wanted}`;
}

function marketMakerProblem(
  { how, quotes, instrument, environment, taker }: FillOpening,
  { depths }: ReadRow,
): string | undefined {
  if (how !== 'book') return undefined;
  const here = depths.filter((one) => one.instrumentId === instrument.id && one.environment === environment);
  // An order that the command activated, or the leg of a basket, met a depth of its own.
  const depth =
    here.find(({ orderId }) => orderId !== undefined && String(orderId) === taker.orderId) ??
    here.find(({ orderId }) => orderId === undefined);
  const stood = (taker.side === 'buy' ? depth?.asks : depth?.bids) ?? [];
  const textOf = (levels: readonly { price: unknown; quantity: unknown; priority: number }[]): string =>
    levels.map((level) => `${level.price}×${level.quantity}#${level.priority}`).join(' ');
  return textOf(stood) === textOf(quotes) ? undefined : `quotes ${textOf(stood)} ≠ ${textOf(quotes)}`;
}

/** All fills of the own order that the row has, and no other. */
function ownFillsProblem({ fills }: FillOpening, { fills: written }: DisclosedInRow): string | undefined {
  const textOf = (index: unknown, price: unknown, quantity: unknown): string =>
    `${String(index)}: ${unitsOf(price)}×${unitsOf(quantity)}`;
  const disclosed = fills.map((fill) => textOf(fill.index, fill.price, fill.quantity)).join(', ');
  const here = written.map((fill) => textOf(fill['index'], fill['price'], fill['quantity'])).join(', ');
  return disclosed === here ? undefined : `fills ${disclosed || 'none'} ≠ ${here || 'none'}`;
}

/** The row's own list of fills, where its outcome tells one. */
function fillsProblem({ fills }: FillOpening, { orders }: ReadRow): string | undefined {
  const written = orders.flatMap((one) => one.fills);
  for (const fill of written.length === 0 ? [] : fills) {
    const row = written.find((one) => one['index'] === fill.index);
    if (row === undefined) continue;
    const text = `${unitsOf(row['price'])}×${unitsOf(row['quantity'])}`;
    if (text !== `${fill.price}×${fill.quantity}`)
      return `fill ${fill.index}: ${text} ≠ ${fill.price}×${fill.quantity}`;
  }
  return undefined;
}

/** The asker's side as the row has it: what it cost, by which rules, and what the order had cost before. */
function ownProblem(opening: FillOpening, { order, fills }: DisclosedInRow): string | undefined {
  const { own, index, instrument, environment } = opening;
  const fill = fills.find((one) => one['index'] === index);
  if (fill === undefined) return `the row tells no fill ${index}`;
  const here = fills.filter((one) => Number(one['index']) >= index);
  const chargesOf = (one: Disclosed): unknown => recordOf(one['taker'])['charges'];
  const pairs: readonly (readonly [name: string, disclosed: unknown, written: unknown])[] = [
    ['role', own.role, 'taker'],
    ['instrument', instrument.id, order['instrumentId']],
    ['environment', environment, order['environment']],
    ['value', own.value, unitsOf(fill['value'])],
    ['rules', own.ruleVersion, order['ruleVersion']],
    ['tier', own.spotFeeTier, order['spotFeeTier']],
    ['product', own.product, productInRow(order)],
    ['charges', sumOf(Object.values(own.charges)), unitsOf(chargesOf(fill))],
    [
      'turnover before',
      own.before.turnoverTaken,
      unitsOf(order['turnoverTaken']) - sumOf(here.map((one) => one['value'])),
    ],
    ['turnover made before', own.before.turnoverMade, unitsOf(order['turnoverMade'])],
    [
      'charges before',
      sumOf(Object.values(own.before.charges)),
      sumOf(Object.values(recordOf(order['charges']))) - sumOf(here.map(chargesOf)),
    ],
  ];
  const wrong = pairs.find(([, disclosed, written]) => String(disclosed) !== String(written));
  return wrong && `${wrong[0]} ${String(wrong[1])} ≠ ${String(wrong[2])}`;
}

/** The asker's side of a fill in which their order stood in the book and met another customer's. */
export interface MakerFill {
  /** The order that came, of which the asker is told the fills up to their own. */
  readonly leg: DisclosedInRow;
  readonly fill: Disclosed;
  readonly maker: Disclosed;
}

/**
 * Undefined where the row tells no such fill in parts: of
 * a row that is disclosed whole, nobody else's order came.
 */
export function makerFillOf({ how, own, index, entry }: FillOpening, row: ReadRow): MakerFill | undefined {
  if (how !== 'book' || own.role !== 'maker' || entry.parts === undefined) return undefined;
  for (const leg of row.orders) {
    const fill = leg.fills.find((one) => one['index'] === index);
    const maker = recordOf(fill?.['maker']);
    if (fill !== undefined && maker['house'] === false) return { leg, fill, maker };
  }
  return undefined;
}

function makerProblem(opening: FillOpening, { fill, maker }: MakerFill): string | undefined {
  const { own, taker, instrument, environment } = opening;
  const pairs: readonly (readonly [name: string, disclosed: unknown, written: unknown])[] = [
    ['side of the taker', taker.side, fill['takerSide']],
    ['own side', own.side === 'buy' ? 'sell' : 'buy', fill['takerSide']],
    ['row', opening.sequence, fill['sequence']],
    ['instrument', instrument.id, fill['instrumentId']],
    ['environment', environment, fill['environment']],
    ['value', own.value, unitsOf(fill['value'])],
    ['charges', sumOf(Object.values(own.charges)), unitsOf(maker['charges'])],
  ];
  const wrong = pairs.find(([, disclosed, written]) => String(disclosed) !== String(written));
  return wrong && `${wrong[0]} ${String(wrong[1])} ≠ ${String(wrong[2])}`;
}
