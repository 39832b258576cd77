import type { Arrival } from '#instruments/arrival-line.ts';
import { dropStop, type InstrumentBook } from '#instruments/instrument-book.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import type { TriggerIndex, WaitingPrice } from '#instruments/triggers/trigger-index.ts';
import type { TrailMoved, WaitingOrder } from '#model/messages.ts';
import { olderFirst, type Trigger, type TriggerLeg } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, divide, type OrderId, type Price, price } from '#values/index.ts';

/**
 * A trailing stop follows in steps of a tenth of its distance: the price must go on by a whole step before
 * the trigger moves, so that the journal has a row for each step and none for each tick.
 */
const TRAIL_STEPS = 10n;

/** Puts an order where its trigger finds it. */
export function waitForTrigger(at: InstrumentBook, order: WaitingOrder): void {
  assert(!at.waiting.has(order.orderId), 'Invariant: an order waits in one place');
  assert(!at.resting.has(order.orderId), 'Invariant: an order that waits is in no book');
  at.waiting.set(order.orderId, order);
  const { orderId, priority } = order;
  if (order.waitsFor !== 'trigger') at.lines[order.waitsFor].add({ orderId, priority });
  addTriggers(at, order);
}

/** Puts a bracket's end where it waits, once earlier prints have been followed. */
export function waitAsNewEnd(at: InstrumentBook, order: WaitingOrder): void {
  assert(!at.waiting.has(order.orderId), 'Invariant: an order waits in one place');
  assert(order.waitsFor === 'trigger', 'Invariant: the end of a bracket waits for its trigger');
  at.waiting.set(order.orderId, order);
  at.newEnds.add(order.orderId);
}

/** Whether a restart puts an order among the new ends of brackets. */
export function wasNewEnd({ newEnds }: InstrumentBook, { orderId, waitsFor }: WaitingOrder): boolean {
  if (newEnds.from === undefined || waitsFor !== 'trigger') return false;
  return olderFirst({ id: newEnds.from }, { id: orderId }) <= 0;
}

/**
 * Next effect of a print: the end of a bracket that was there
 * when it was made gets its triggers, or a trigger is reached.
 */
export function activatedBy(
  at: InstrumentBook,
  { price: print, endsBefore }: FollowedPrint,
  { skipsGtt, rulesVersion }: { readonly skipsGtt: boolean; readonly rulesVersion: number },
): WaitingPrice | { readonly endId: OrderId } | undefined {
  const endId = at.newEnds.first();
  const wasThere =
    endId !== undefined && (endsBefore === undefined || olderFirst({ id: endId }, { id: endsBefore }) < 0);
  return wasThere ? { endId } : triggersOf(at, { rulesVersion }).passedBy(print, { skipsGtt });
}

/** The triggers of a book, ranked by the rules of a command. */
export function triggersOf(
  { triggers }: InstrumentBook,
  command: { readonly rulesVersion: number },
): TriggerIndex {
  return triggers.ranked(holdsRule(command, 'equalTriggersByArrival') ? 'arrival' : 'number');
}

/** Adds the triggers of a bracket's end, which was too young for the prints before. */
export function admitEnd(at: InstrumentBook, orderId: OrderId): void {
  const order = at.waiting.get(orderId);
  assert(order !== undefined && at.newEnds.delete(orderId), 'Invariant: a new end waits');
  addTriggers(at, order);
}

function addTriggers(at: InstrumentBook, order: WaitingOrder): void {
  for (const { when, waiting } of pricesOf(order)) at.triggers.add(when, waiting);
}

/** Takes a waiting order away, or the stop of a gain that rests; undefined when it does not wait here. */
export function stopWaiting(at: InstrumentBook, orderId: OrderId): WaitingOrder | undefined {
  const order = at.waiting.get(orderId);
  if (!order) return dropStop(at, orderId);
  at.waiting.delete(orderId);
  if (at.newEnds.delete(orderId)) return order;
  for (const { when, waiting } of pricesOf(order)) at.triggers.remove(when, waiting);
  return order;
}

/** An order that is changed or cancelled leaves its line at once: its old places would add up. */
export function leaveLine(
  at: InstrumentBook,
  orderId: OrderId,
  command: { readonly rulesVersion: number },
): void {
  const waitsFor = at.waiting.get(orderId)?.waitsFor ?? 'trigger';
  if (waitsFor !== 'trigger' && holdsRule(command, 'linesAreLeft')) at.lines[waitsFor].remove(orderId);
}

/** Whether an arrival in a line is that of an order which waits there still. */
export function standsIn(
  { waiting }: InstrumentBook,
  command: { readonly rulesVersion: number },
): (arrival: Arrival) => boolean {
  if (!holdsRule(command, 'linesAreLeft')) return ({ orderId }) => waiting.has(orderId);
  return ({ orderId, priority }) => waiting.get(orderId)?.priority === priority;
}

/**
 * The prices that an order waits for: those of its legs, and for a trailing stop the next step in its favour.
 */
function pricesOf(order: WaitingOrder): { when: Trigger['when']; waiting: WaitingPrice }[] {
  const { orderId, legs, trailDistance, isGtt } = order;
  const prices = legs.map(({ trigger }, nth) => ({
    when: trigger.when,
    waiting: {
      orderId,
      isGtt,
      price: trigger.price,
      triggerAction: nth === 0 ? ('activate' as const) : ('activateOther' as const),
    },
  }));
  const [leg] = legs;
  if (trailDistance === undefined || !leg) return prices;
  const when = leg.trigger.when === 'falls' ? 'rises' : 'falls';
  const next = bestOf(leg, trailDistance) + towards(leg) * stepOf(trailDistance);
  return [
    ...prices,
    { when, waiting: { orderId, isGtt, price: price(next), triggerAction: 'trail' as const } },
  ];
}

/** The best price since placement, in whole steps: a distance away from the trigger. */
function bestOf(leg: TriggerLeg, distance: Price): bigint {
  return leg.trigger.price + towards(leg) * distance;
}

/** Which way the price goes in favour of a trailing stop: up for one that triggers when it falls. */
function towards(leg: TriggerLeg): bigint {
  return leg.trigger.when === 'falls' ? 1n : -1n;
}

function stepOf(distance: Price): bigint {
  return divide({ dividend: distance, divisor: TRAIL_STEPS, rounding: 'up' });
}

/** Moves a trailing stop by as many whole steps as a print went beyond. */
export function trailBehind(at: InstrumentBook, passed: { orderId: OrderId; print: Price }): TrailMoved {
  const order = stopWaiting(at, passed.orderId);
  const leg = order?.legs[0];
  assert(order?.trailDistance !== undefined && leg !== undefined, 'Invariant: only a trailing stop trails');
  const step = stepOf(order.trailDistance);
  const gone = towards(leg) * (passed.print - bestOf(leg, order.trailDistance));
  assert(gone >= step, 'Invariant: a trailing stop moves by whole steps');
  const priceTrigger = price(leg.trigger.price + towards(leg) * (gone / step) * step);
  const [, ...others] = order.legs;
  const moved = { ...leg, trigger: { ...leg.trigger, price: priceTrigger } };
  waitForTrigger(at, { ...order, legs: [moved, ...others] });
  return { accountId: order.accountId, orderId: order.orderId, priceTrigger };
}
