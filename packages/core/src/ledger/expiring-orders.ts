import type { CancelCause, Order } from '#model/order.ts';
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

/**
 * Open orders with an end of their own, by book, the first to end first: whoever comes to a book learns from
 * it who has ended there, however many stand in it.
 */
export class ExpiringOrders {
  readonly #lines: Readonly<Record<Environment, Map<InstrumentId, SortedLine<ExpiringOrder>>>> = {
    real: new Map(),
    demo: new Map(),
  };

  add(order: Order): void {
    const entry = expiringIn(order);
    if (entry) this.#lineOf(order).add(entry);
  }

  remove(order: Order): void {
    const entry = expiringIn(order);
    if (entry) this.#lineOf(order).remove(entry);
  }

  /** The first to end of those in a book. */
  first({ instrumentId, environment }: BookKey): ExpiringOrder | undefined {
    return this.#lines[environment].get(instrumentId)?.first;
  }

  /** Those of a book that have ended by a time, earliest first, so many at the most. */
  due(key: BookKey, untilMs: InstantMs, countMax: number): ExpiringOrder[] {
    const line = this.#lines[key.environment].get(key.instrumentId);
    const due: ExpiringOrder[] = [];
    for (let next = line?.first; next && due.length < countMax; next = line?.after(next)) {
      if (next.expiresAtMs > untilMs) break;
      due.push(next);
    }
    return due;
  }

  #lineOf({ instrumentId, environment }: BookKey): SortedLine<ExpiringOrder> {
    return this.#lines[environment].getOrInsertComputed(instrumentId, () => new SortedLine(byEnd));
  }
}

function byEnd(one: ExpiringOrder, other: ExpiringOrder): number {
  return one.expiresAtMs - other.expiresAtMs || one.orderId - other.orderId;
}

function expiringIn({ id: orderId, accountId, terms }: Order): ExpiringOrder | undefined {
  const expiresAtMs = terms?.expiresAtMs;
  return expiresAtMs === undefined ? undefined : { orderId, accountId, expiresAtMs };
}

/**
 * Why an order has ended whose own time is over, or which a command has ended and a sweep has still to reach;
 * undefined for one that lives. Replay before `expiredMeetNobody`: undefined.
 */
export function endByTime(
  { terms }: Pick<Order, 'terms'>,
  command: { readonly atMs: InstantMs; readonly rulesVersion: number },
): CancelCause | undefined {
  if (terms?.expiresAtMs === undefined || terms.expiresAtMs > command.atMs) return undefined;
  return holdsRule(command, 'expiredMeetNobody') ? (terms.endsBy ?? 'expired') : undefined;
}
