import { type CancelCause, endsAtMsOf, type Order } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import type { AccountId, Environment, InstantMs, InstrumentId, OrderId } from '#values/index.ts';
import { SortedLine } from '#values/sorted-line.ts';

/** An open order that ends at a time of its own. */
export interface ExpiringOrder {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly expiresAtMs: InstantMs;
}

interface BookKey {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
}

export class ExpiringOrders {
  readonly #all = new LinesByBook();
  /** Those among them that a command has ended. */
  readonly #ended = new LinesByBook();

  add(order: Order): void {
    const entry = expiringIn(order);
    if (entry) this.#all.of(order).add(entry);
    if (entry && order.conditions?.ended) this.#ended.of(order).add(entry);
  }

  remove(order: Order): void {
    const entry = expiringIn(order);
    if (entry) this.#all.of(order).remove(entry);
    if (entry && order.conditions?.ended) this.#ended.of(order).remove(entry);
  }

  /** The first to end of those in a book. */
  first(key: BookKey): ExpiringOrder | undefined {
    return this.#all.of(key).first;
  }

  /** Those of a book that have ended by a time, earliest first, so many at the most. */
  due(key: BookKey, untilMs: InstantMs, countMax: number): ExpiringOrder[] {
    const due: ExpiringOrder[] = [];
    const line = this.#all.of(key);
    for (let next = line.first; next && due.length < countMax; next = line.after(next)) {
      if (next.expiresAtMs > untilMs) break;
      due.push(next);
    }
    return due;
  }

  /** Those of a book that commands have ended, earliest first, so many at the most. */
  ended(key: BookKey, countMax: number): ExpiringOrder[] {
    const ended: ExpiringOrder[] = [];
    const line = this.#ended.of(key);
    for (let next = line.first; next && ended.length < countMax; next = line.after(next)) ended.push(next);
    return ended;
  }
}

/** A sorted line for each book. */
class LinesByBook {
  readonly #lines: Readonly<Record<Environment, Map<InstrumentId, SortedLine<ExpiringOrder>>>> = {
    real: new Map(),
    demo: new Map(),
  };

  of({ instrumentId, environment }: BookKey): SortedLine<ExpiringOrder> {
    return this.#lines[environment].getOrInsertComputed(instrumentId, () => new SortedLine(byEnd));
  }
}

function byEnd(one: ExpiringOrder, other: ExpiringOrder): number {
  return one.expiresAtMs - other.expiresAtMs || one.orderId - other.orderId;
}

function expiringIn(order: Order): ExpiringOrder | undefined {
  const { id: orderId, accountId } = order;
  const expiresAtMs = endsAtMsOf(order);
  return expiresAtMs === undefined ? undefined : { orderId, accountId, expiresAtMs };
}

/**
 * Cause by which an order has ended that a sweep has still to release; undefined for one that lives. Replay
 * before `expiredMeetNobody`: undefined.
 */
export function endByTime(
  order: Pick<Order, 'conditions'>,
  command: { readonly atMs: InstantMs; readonly rulesVersion: number },
): CancelCause | undefined {
  const endsAtMs = endsAtMsOf(order);
  if (endsAtMs === undefined || endsAtMs > command.atMs) return undefined;
  return holdsRule(command, 'expiredMeetNobody') ? (order.conditions?.ended?.cause ?? 'expired') : undefined;
}

/** When open orders are looked at, by which rules, and which of them nobody can let go. */
export interface OrdersAt {
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
  /**
   * Whether an auction or one that takes in steps holds an order, and may fill it after its own time; absent
   * where nobody can say, so that each may.
   */
  readonly isHeld?: (order: Order) => boolean;
}

/**
 * Whether an open order counts no more: it has ended, and nothing, not even an auction that holds it, can
 * fill it. Replay before `endedCountNoMore`: it counts until it is released.
 */
export function countsNoMore(order: Order, at: OrdersAt): boolean {
  if (endByTime(order, at) === undefined || !holdsRule(at, 'endedCountNoMore')) return false;
  return order.conditions?.ended !== undefined || at.isHeld?.(order) === false;
}
