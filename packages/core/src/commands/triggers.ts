import { freeOrder, moveTrail } from '#accounts/free.ts';
import { release } from '#accounts/release.ts';
import { matchOrder } from '#commands/match.ts';
import type { Work } from '#commands/work.ts';
import { free } from '#instruments/free.ts';
import { depthMet, setHouse } from '#instruments/house.ts';
import { type BookKey, bookAt } from '#instruments/instrument-side.ts';
import { stopWaiting, trailBehind } from '#instruments/waiting.ts';
import type { MatchedFill, WaitingOrder } from '#messages.ts';
import { assert } from '#values/index.ts';

/**
 * Every print may set orders free that waited for its price: in the order of the prints, for each the nearest trigger first, then the
 * oldest. What those fill prints again, behind the prints that are still to be followed. Each order is set free once, so that it ends.
 */
export function followPrices(work: Work, key: BookKey, fills: readonly MatchedFill[]): void {
  if (fills.length === 0) return;
  const at = bookAt(work.state.instrumentSide, key);
  if (!at || at.triggers.size === 0) return;
  const prints = fills.map(({ price }) => price);
  for (let place = 0; place < prints.length; place += 1) {
    const print = prints[place];
    if (print === undefined) break;
    for (let passed = at.triggers.passedBy(print); passed; passed = at.triggers.passedBy(print)) {
      const { orderId, deed } = passed;
      if (deed === 'trail') {
        moveTrail(work.state.accountSide, trailBehind(at, { orderId, print }), work.recorder);
        continue;
      }
      const order = stopWaiting(at, orderId);
      assert(order !== undefined, 'Invariant: a trigger is of an order that waits');
      for (const { price } of setFree(work, order, deed === 'fire' ? 0 : 1)) prints.push(price);
    }
  }
}

/** An order that no longer waits goes to its book, or ends where it may not. It met a depth of its own, which is written with it. */
export function setFree(work: Work, order: WaitingOrder, leg: number): readonly MatchedFill[] {
  const { instrumentSide, accountSide } = work.state;
  const { orderId, accountId, side } = order;
  const known = work.sequenced.houseDepth?.find((depth) => depth.orderId === orderId);
  if (known) setHouse(instrumentSide, known);
  work.hasFreed = true;
  const freed = free(instrumentSide, order, { order, leg });
  const limit = 'cause' in freed ? {} : { priceLimit: freed.priceLimit };
  const depth = depthMet(instrumentSide, order, { side, ...limit });
  if (depth) work.houseDepth.push({ ...depth, orderId });
  if ('cause' in freed) {
    release(accountSide, { accountId, orderId, cause: freed.cause }, work.recorder);
    return [];
  }
  return matchOrder(work, freeOrder(accountSide, freed, work.recorder));
}
