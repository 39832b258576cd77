import { termsOf } from '#checks/phase.ts';
import { type Arrival, earlierFirst } from '#instruments/arrival-line.ts';
import { passesOlder } from '#instruments/arrived.ts';
import { stopWaiting } from '#instruments/triggers/waiting.ts';
import type { WaitingOrder } from '#model/messages.ts';
import { isInTurn } from '#sweeps/auction-turn.ts';
import { endBeforeTaker } from '#sweeps/band-change.ts';
import { releaseOf } from '#sweeps/book-orders.ts';
import type { SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, type InstrumentId, type OrderId } from '#values/index.ts';

/**
 * Sweep when a session begins or a book is free again: each waiting order goes to the book by arrival, or
 * ends with its day. It stops where an auction stands in line to begin or end.
 */
export const release: SweepKind = {
  next: (within) => {
    const where = { ...within, instrumentId: within.sweep.instrumentId };
    const id = firstInLine(where);
    if (id === undefined || isBehindAuction(within, id)) return undefined;
    if (isShut(where)) return releaseOf(within, id, 'sessionEnd');
    const order = within.at.waiting.get(id);
    if (order && passesOlder(within.at, { order, leg: 0, command: within })) return { act: 'pause' };
    return endBeforeTaker(within) ?? { act: 'activate', order: takeOut(within, id), leg: 0 };
  },
};

/** Whether somebody is in such a sweep. */
export function hasLine(where: Where): boolean {
  return firstInLine(where) !== undefined;
}

/** Whether an order came after an auction was to begin or end, which waits for its turn as well. */
function isBehindAuction({ at }: SweepAt, id: OrderId): boolean {
  const priority = at.waiting.get(id)?.priority ?? 0;
  return at.sweeps.some((one) => one.sequence < priority && isInTurn(one));
}

interface Where extends Pick<SweepAt, 'side' | 'at'> {
  readonly instrumentId: InstrumentId;
}

function firstInLine(where: Where): OrderId | undefined {
  const { lines, waiting } = where.at;
  const isThere = ({ orderId, priority }: Arrival): boolean => waiting.get(orderId)?.priority === priority;
  const turn = lines.turn.first(isThere);
  const session = isShut(where) ? undefined : lines.session.first(isThere);
  if (turn === undefined || session === undefined) return (session ?? turn)?.orderId;
  return earlierFirst(session, turn) < 0 ? session.orderId : turn.orderId;
}

function isShut({ side, instrumentId }: Where): boolean {
  const instrument = side.facts.instruments.get(instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its sweeps');
  const { isCollecting, isMatching } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
  return !isCollecting && !isMatching;
}

function takeOut({ at }: SweepAt, id: OrderId): WaitingOrder {
  const order = stopWaiting(at, id);
  assert(order !== undefined, 'Invariant: who is first in line waits');
  return order;
}
