import type { Instrument } from '#model/instrument.ts';
import type { Fill, Order } from '#model/order.ts';
import type { Print } from '#model/outcome.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import type { Step } from '#simulation/audit/posted.ts';
import { isInTurn } from '#sweeps/auction-turn.ts';
import type { InstrumentId, OrderId } from '#values/index.ts';

/** State of an auditor of sweeps: which are open, and which orders they have still to end. */
export interface Swept {
  readonly open: Map<string, Sweep>;
  /** Orders that have ended in meaning, whatever their rows still say. */
  readonly doomed: Map<OrderId, Order>;
  /** Open orders that stand in their books. */
  readonly standing: Map<OrderId, Order>;
  /** Prints that open sweeps follow, by book. */
  readonly pendingPrints: Map<string, Pick<Print, 'instrumentId' | 'environment' | 'price'>[]>;
  readonly happened: Record<string, number>;
}

export function createSwept(): Swept {
  return { open: new Map(), doomed: new Map(), standing: new Map(), pendingPrints: new Map(), happened: {} };
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
  for (const order of applied.changes.orders) violations.push(...noteOrder(swept, order));
  noteSweeps(swept, step);
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

function tradedAfterEnd({ doomed }: Swept, { taker, maker }: Fill): string[] {
  return [taker, maker].flatMap((party) =>
    !party.house && doomed.has(party.orderId) ? [`17: order ${party.orderId} trades after its end`] : [],
  );
}

function noteOrder({ doomed, standing }: Swept, order: Order): string[] {
  const { id, state } = order;
  if (state.name === 'open' || state.name === 'partial') standing.set(id, order);
  else standing.delete(id);
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
    const isBanned =
      command.type === 'instrument.set' && command.instrument.id === instrument.id && isOutside;
    if (isBanned || (isDayOver && (order.validity === 'day' || order.validity === 'ttl')))
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
