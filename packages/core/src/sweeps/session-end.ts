import { triggersOf } from '#instruments/triggers/waiting.ts';
import { endsWithDay } from '#model/order.ts';
import { collectedIn, firstResting, releaseOf, wasThere } from '#sweeps/book-orders.ts';
import type { SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import type { OrderId } from '#values/index.ts';

/**
 * Sweep at the end of a share's session: every order of the day is released, whether it rests, is collected
 * for an auction, or waits for a trigger or its turn.
 */
export const sessionEnd: SweepKind = {
  isPatient: true,
  next: (within) => {
    const { at } = within;
    const id = firstResting(at) ?? firstCollected(within) ?? firstUntriggered(within) ?? firstInTurn(within);
    return id === undefined ? undefined : releaseOf(within, id, 'sessionEnd');
  },
  endOf: ({ id, validity, state }, sweep) => {
    const isIn = state.name !== 'new' || state.waitsFor !== 'session';
    return isIn && endsWithDay(validity) && wasThere({ id }, sweep) ? 'sessionEnd' : undefined;
  },
};

/** The oldest order of the day that an auction has collected. */
function firstCollected(within: SweepAt): OrderId | undefined {
  const id = collectedIn(within)?.oldest({ isOfDay: true })?.orderId;
  return id !== undefined && wasThere({ id }, within.sweep) ? id : undefined;
}

/** An order of the day that waits for its trigger; the few that came since the end are passed over. */
function firstUntriggered({ at, sweep, rulesVersion }: SweepAt): OrderId | undefined {
  for (const { orderId } of triggersOf(at, { rulesVersion }).entries({ isOfDay: true }))
    if (wasThere({ id: orderId }, sweep)) return orderId;
  return undefined;
}

/** An order that came while its book was closed to it, and whose day was over before its turn. */
function firstInTurn({ at: { lines, waiting }, sweep }: SweepAt): OrderId | undefined {
  const id = lines.turn.first(({ orderId }) => waiting.has(orderId))?.orderId;
  return id !== undefined && wasThere({ id }, sweep) ? id : undefined;
}
