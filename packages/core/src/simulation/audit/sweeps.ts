import type { Instrument } from '#model/instrument.ts';
import type { CancelCause, Fill, Order } from '#model/order.ts';
import type { PlacedLeg } from '#model/outcome.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import type { NumberedPrint } from '#simulation/audit/births.ts';
import type { Step } from '#simulation/audit/posted.ts';
import { isInTurn } from '#sweeps/auction-turn.ts';
import { type InstrumentId, type OrderId, orderId } from '#values/index.ts';

/**
 * A print that a sweep has still to follow, with the sequence of the command that made it; without one while
 * its order takes in steps, because those count as one command.
 */
export interface PendingPrint extends NumberedPrint {
  readonly sequence: number | undefined;
}

/** State of an auditor of sweeps: which are open, and which orders they have still to end. */
export interface Swept {
  readonly open: Map<string, Sweep>;
  /** Orders that have ended in meaning, whatever their rows still say. */
  readonly doomed: Map<OrderId, Order>;
  /** Those that a command has ended, and that the sweep of expiries has still to release. */
  readonly ending: Map<OrderId, CancelCause>;
  /** Open orders that stand in their books. */
  readonly standing: Map<OrderId, Order>;
  /** Prints that open sweeps follow, by book. */
  readonly pendingPrints: Map<string, PendingPrint[]>;
  readonly happened: Record<string, number>;
}

export function createSwept(): Swept {
  return {
    open: new Map(),
    doomed: new Map(),
    ending: new Map(),
    standing: new Map(),
    pendingPrints: new Map(),
    happened: {},
  };
}

const ENDED_BY: ReadonlySet<string> = new Set(['sessionEnd', 'bandChange', 'halt']);

/**
 * 17: an order that a sweep has not reached is treated as if it
 * had: it never trades again, and ends by what the sweep ends it.
 */
export function checkSwept(
  swept: Swept,
  instruments: ReadonlyMap<InstrumentId, Instrument>,
  step: Step,
): string[] {
  const { applied } = step;
  const violations = applied.changes.fills.flatMap((fill) => tradedAfterEnd(swept, fill));
  const takersBefore = takersOf(swept);
  violations.push(...checkMet(swept, takersBefore, step));
  for (const order of applied.changes.orders) violations.push(...noteOrder(swept, order));
  noteSweeps(swept, step);
  violations.push(...checkTakers(swept, takersBefore, step));
  doom(swept, instruments, step);
  for (const [id, order] of swept.doomed)
    if (!isOpenIn(swept, order)) violations.push(`17: order ${id} outlived the sweep that was to end it`);
  return violations;
}

/** Whether a sweep is open in an order's book. */
export function isOpenIn(
  { open }: Swept,
  { instrumentId, environment }: Pick<Order, 'instrumentId' | 'environment'>,
  name?: Sweep['name'],
): boolean {
  return [...open.values()].some(
    (sweep) =>
      sweep.instrumentId === instrumentId &&
      sweep.environment === environment &&
      (name === undefined || sweep.name === name),
  );
}

/** Orders that take in steps, by book. */
type Takers = ReadonlyMap<string, OrderId>;

function takersOf({ open }: Swept): Takers {
  return new Map(
    [...open.values()]
      .filter(({ name }) => name === 'taking')
      .map((sweep) => [bookOf(sweep), orderId(JSON.parse(sweep.place).orderId)]),
  );
}

/** 17: who stands in the way of an order that takes in steps does not leave before it has come there. */
function checkMet({ open, standing }: Swept, takers: Takers, { applied: { changes } }: Step): string[] {
  const isEnded = (book: string): boolean =>
    changes.sweeps.some((one) => one.endedAtMs !== undefined && bookOf(one) === book);
  const gone = changes.orders.filter(({ id, state }) => state.name === 'cancelled' && standing.has(id));
  return gone.flatMap(({ id, side, priceLimit, ...key }) => {
    const book = bookOf(key);
    const sweep = [...open.values()].find((one) => one.name === 'taking' && bookOf(one) === book);
    if (sweep === undefined || takers.get(book) === id || isEnded(book)) return [];
    const { side: takes, priceReached } = JSON.parse(sweep.place);
    const isMet = takes === 'buy' ? priceLimit <= BigInt(priceReached) : priceLimit >= BigInt(priceReached);
    return side !== takes && isMet ? [`17: order ${id} left, which ${takers.get(book)} was to meet`] : [];
  });
}

/** Whether a fill is of an order that takes in steps: it came before whatever has changed since. */
export function isOfTaker(swept: Swept, fill: Fill): boolean {
  return !fill.taker.isMarketMaker && takersOf(swept).get(bookOf(fill)) === fill.taker.orderId;
}

function legsOf(outcome: Step['applied']['outcome']): readonly PlacedLeg[] {
  if (!outcome.ok) return [];
  if (outcome.type === 'basket') return outcome.legs;
  return outcome.type === 'order' ? [outcome] : [];
}

function bookOf({ instrumentId, environment }: Pick<Order, 'instrumentId' | 'environment'>): string {
  return `${instrumentId} ${environment}`;
}

/**
 * 17: while an order takes in steps nobody else trades in its book before it is done; and one that fills
 * whole or not at all is filled in part only meanwhile.
 */
function checkTakers(swept: Swept, before: Takers, { applied: { changes, outcome } }: Step): string[] {
  const violations: string[] = [];
  const now = takersOf(swept);
  for (const [book, id] of before) {
    const fills = changes.fills.filter((fill) => bookOf(fill) === book);
    const isOwn = ({ taker }: Fill): boolean => !taker.isMarketMaker && taker.orderId === id;
    const isUnderWay = now.get(book) === id;
    const untilDone = isUnderWay ? fills : fills.slice(0, fills.findLastIndex(isOwn) + 1);
    if (!untilDone.every(isOwn))
      violations.push(`17: somebody came between order ${id} and those that it meets in ${book}`);
  }
  for (const { order, goesOn } of legsOf(outcome))
    if (goesOn && now.get(bookOf(order)) !== order.id)
      violations.push(`17: order ${order.id} is said to go on, and no sweep is open for it`);
  for (const { id, validity, state, ...key } of changes.orders)
    if (validity === 'fok' && state.name === 'partial' && now.get(bookOf(key)) !== id)
      violations.push(`4: order ${id} is to be filled whole or not at all, and stands filled in part`);
  return violations;
}

function tradedAfterEnd({ doomed, ending }: Swept, { taker, maker }: Fill): string[] {
  return [taker, maker].flatMap((party) =>
    !party.isMarketMaker && (doomed.has(party.orderId) || ending.has(party.orderId))
      ? [`17: order ${party.orderId} trades after its end`]
      : [],
  );
}

function noteOrder({ doomed, ending, standing, happened }: Swept, order: Order): string[] {
  const { id, state, conditions } = order;
  if (state.name === 'open' || state.name === 'partial') standing.set(id, order);
  else standing.delete(id);
  const cause = ending.get(id);
  if (conditions?.ended && 'held' in state) {
    if (cause === undefined) happened['ends in steps'] = (happened['ends in steps'] ?? 0) + 1;
    ending.set(id, conditions.ended.cause);
  }
  if (cause !== undefined && !('held' in state)) {
    ending.delete(id);
    doomed.delete(id);
    const isBySweep = state.name === 'cancelled' && (state.cause === cause || ENDED_BY.has(state.cause));
    if (!isBySweep) return [`17: order ${id} had ended by ${cause}, and is ${state.name}`];
  }
  if (!doomed.has(id) || 'held' in state) return [];
  doomed.delete(id);
  const isSo = state.name === 'cancelled' && ENDED_BY.has(state.cause);
  return isSo ? [] : [`17: order ${id} had ended, and is ${state.name}`];
}

function noteSweeps({ open, happened }: Swept, { command, applied }: Step): void {
  for (const sweep of applied.changes.sweeps) {
    if (!open.has(sweepKey(sweep))) {
      const name = `sweep ${sweep.name}`;
      happened[name] = (happened[name] ?? 0) + 1;
    }
    if (isInTurn(sweep)) happened['stood in line'] = (happened['stood in line'] ?? 0) + 1;
    if (sweep.endedAtMs === undefined) open.set(sweepKey(sweep), sweep);
    else open.delete(sweepKey(sweep));
  }
  if (command.type === 'sweep.step') happened['sweep step'] = (happened['sweep step'] ?? 0) + 1;
}

/** Orders that should have ended by a command that is not a step, and have not yet. */
function doom(
  swept: Swept,
  instruments: ReadonlyMap<InstrumentId, Instrument>,
  { command, sequence }: Step,
): void {
  const { doomed, standing } = swept;
  for (const [id, order] of standing) {
    // Fills of an auction, and orders whose turn it is, stood in line before and come first.
    if (isInLine(swept, order, sequence)) continue;
    const instrument = instruments.get(order.instrumentId);
    if (!instrument) continue;
    const isDayOver = command.type === 'session.end' && instrument.venue === command.venue;
    const { band } = instrument;
    const isOutside =
      instrument.status === 'unlisted' ||
      (band !== undefined && (order.priceLimit < band.priceLow || order.priceLimit > band.priceHigh));
    const isOutsideBand =
      command.type === 'instrument.set' && command.instrument.id === instrument.id && isOutside;
    if (isOutsideBand || (isDayOver && (order.validity === 'day' || order.validity === 'ttl')))
      doomed.set(id, order);
  }
}

function isInLine({ open }: Swept, { instrumentId, environment }: Order, sequence: number): boolean {
  return [...open.values()].some(
    (sweep) =>
      sweep.instrumentId === instrumentId &&
      sweep.environment === environment &&
      (sweep.sequence < sequence || sweep.name === 'uncrossing'),
  );
}
