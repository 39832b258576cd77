import type { Fill, Order, Trigger } from '#model/order.ts';
import type { Print } from '#model/outcome.ts';
import { actsCorporately } from '#simulation/audit/account-commands.ts';
import { type Births, type NumberedPrint, noteBirths } from '#simulation/audit/births.ts';
import type { Step } from '#simulation/audit/posted.ts';
import { isOpenIn, type PendingPrint, type Swept } from '#simulation/audit/sweeps.ts';
import { type OrderId, type Price, sequenceOfOrder } from '#values/index.ts';

/**
 * State of an auditor of orders that wait, and how often each kind of thing happened to conditional orders.
 */
export interface Waits {
  readonly waiting: Map<OrderId, Order>;
  /** The price of the last auction of each book. */
  readonly uncrossed: Map<string, Price>;
  readonly births: Births;
  /** Prints that were seen so far. */
  printed: number;
  readonly happened: Record<string, number>;
}

export function createWaits(): Waits {
  return { waiting: new Map(), uncrossed: new Map(), births: new Map(), printed: 0, happened: {} };
}

/**
 * 13: a waiting order is activated at once by a print of its own book, or by quotes that name an auction's
 * price, and by nothing else. No print of before its first fill triggers a bracket's end.
 */
export function checkWaits(waits: Waits, swept: Swept, step: Step): string[] {
  const { command, applied } = step;
  const violations: string[] = [];
  const printed = (isUncrossing(command) ? printsOfFreed(step) : applied.prints).map((print) => {
    waits.printed += 1;
    return { ...print, nth: waits.printed };
  });
  noteBirths(waits.births, applied.changes, printed);
  // Prints that a sweep has still to follow came before:
  // they trigger no later order, and may one of their own.
  const { sequence } = step;
  const pending = [...swept.pendingPrints.values()].flat();
  const prints = [
    ...printed.map((print) => ({ ...print, sequence })),
    ...pending.map((print) => ({ ...print, sequence: print.sequence ?? sequence })),
  ];
  const changed = new Map(applied.changes.orders.map((order) => [order.id, order]));
  for (const before of waits.waiting.values()) {
    const now = changed.get(before.id) ?? before;
    const own = prints.filter(
      (print) =>
        print.instrumentId === before.instrumentId &&
        print.environment === before.environment &&
        print.sequence >= sequenceOfOrder(before.id) &&
        print.nth >= (waits.births.get(before.id) ?? 0),
    );
    const later = own.filter((print) => print.sequence > sequenceOfOrder(before.id));
    // A trail that moved stands where only later prints can reach it.
    const isSame = now.conditions?.trigger?.price === before.conditions?.trigger?.price;
    const isHeld = isOpenIn(swept, before, 'triggers') || isOpenIn(swept, before, 'taking');
    const isLater = isHeld || (hasPending(swept, before) && trails(now));
    if (now.state.name === 'new' && isSame && command.type !== 'order.modify' && !isLater)
      violations.push(...checkStill(now, later));
    const auction = auctionPrice(waits, step, before);
    if (auction !== undefined && now.conditions?.triggeredAtMs !== undefined)
      waits.happened['activated by an auction'] = (waits.happened['activated by an auction'] ?? 0) + 1;
    const reached = auction === undefined ? own : [...own, { price: auction }];
    if (
      auction !== undefined &&
      now.state.name === 'new' &&
      isSame &&
      now.conditions?.origin !== 'gtt' &&
      !isLater
    )
      violations.push(...checkStill(now, [...later, { price: auction }]));
    if (now.conditions?.triggeredAtMs !== undefined) violations.push(...checkTriggered(now, reached));
  }
  violations.push(...checkNewborn(waits, step, prints));
  if (isUncrossing(command))
    for (const { price, ...key } of applied.changes.fills.filter((fill) => !isOfFreed(step, fill)))
      waits.uncrossed.set(keyOf(key), price);
  notePending(swept, prints);
  for (const order of changed.values()) note(waits, order, step);
  noteBasket(waits, step);
  return violations;
}

/** An end that came and was triggered in one command. */
function checkNewborn(
  { births, happened }: Waits,
  { applied, sequence }: Step,
  prints: readonly NumberedPrint[],
): string[] {
  return applied.changes.orders.flatMap((order) => {
    const { id, conditions } = order;
    const birth = births.get(id);
    if (birth === undefined || sequenceOfOrder(id) !== sequence || conditions?.triggeredAtMs === undefined)
      return [];
    happened['bracket end came at once'] = (happened['bracket end came at once'] ?? 0) + 1;
    const heard = prints.filter((print) => keyOf(print) === keyOf(order) && print.nth >= birth);
    return checkTriggered(order, heard);
  });
}

function hasPending({ pendingPrints }: Swept, order: Order): boolean {
  return pendingPrints.has(keyOf(order));
}

function trails({ conditions }: Order): boolean {
  return conditions?.trailDistance !== undefined;
}

/** Prints that a sweep has still to follow stay noted. */
function notePending(swept: Swept, prints: readonly PendingPrint[]): void {
  const pending = Map.groupBy(
    prints.flatMap((print) => {
      if (isOpenIn(swept, print, 'taking')) return { ...print, sequence: undefined };
      return isOpenIn(swept, print, 'triggers') ? print : [];
    }),
    keyOf,
  );
  swept.pendingPrints.clear();
  for (const [key, some] of pending) swept.pendingPrints.set(key, some);
}

/**
 * Commands that may end auctions or make their fills: a change
 * of phase, the end of a session, or a step of what is open.
 */
const UNCROSSING: ReadonlySet<Step['command']['type']> = new Set([
  'rules.set',
  'instrument.set',
  'session.end',
  'sweep.step',
]);

function isUncrossing({ type }: Step['command']): boolean {
  return UNCROSSING.has(type);
}

/**
 * Prints of an order that came to its book with a new session,
 * behind the auctions that ended: prints like any other.
 */
function printsOfFreed(step: Step): readonly Fill[] {
  return step.applied.changes.fills.filter((fill) => isOfFreed(step, fill));
}

/** Each order that comes so has met a depth of its own, under its number. */
function isOfFreed({ applied }: Step, { taker }: Fill): boolean {
  return !taker.isMarketMaker && applied.marketMakerDepth.some(({ orderId }) => orderId === taker.orderId);
}

/** A basket of one order is no basket. */
function noteBasket({ happened }: Waits, { command, applied }: Step): void {
  if (command.type !== 'order.basket' || command.legs.length === 1 || applied.duplicate) return;
  const name = applied.outcome.ok ? 'basket placed' : 'basket refused';
  happened[name] = (happened[name] ?? 0) + 1;
}

type Heard = Pick<Print, 'price'>;

/** Auction price that the market maker's quotes tell an order; it must be that of the auction before them. */
function auctionPrice(waits: Waits, { command, applied }: Step, order: Order): Price | undefined {
  if (command.type !== 'marketMaker.quote' || keyOf(command) !== keyOf(order)) return undefined;
  const told = applied.marketMakerDepth.find(({ orderId }) => orderId === undefined)?.priceLast;
  return told === waits.uncrossed.get(keyOf(order)) ? told : undefined;
}

function keyOf({ instrumentId, environment }: Pick<Print, 'instrumentId' | 'environment'>): string {
  return `${instrumentId} ${environment}`;
}

function checkStill({ id, conditions }: Order, prints: readonly Heard[]): string[] {
  const triggers = [conditions?.trigger, conditions?.otherLeg?.trigger].filter((one) => one !== undefined);
  const isPassed = prints.some((print) => triggers.some((trigger) => reaches(trigger, print)));
  return isPassed ? [`13: order ${id} waits although its trigger was reached`] : [];
}

function checkTriggered({ id, conditions }: Order, prints: readonly Heard[]): string[] {
  const trigger = conditions?.trigger;
  const isReached = trigger !== undefined && prints.some((print) => reaches(trigger, print));
  return isReached ? [] : [`13: order ${id} triggered without a print at its trigger`];
}

function reaches({ when, price }: Trigger, print: Heard): boolean {
  return when === 'rises' ? print.price >= price : print.price <= price;
}

function note({ waiting, happened }: Waits, order: Order, { command, applied }: Step): void {
  const count = (name: string): void => {
    happened[name] = (happened[name] ?? 0) + 1;
  };
  const before = waiting.get(order.id);
  const { state, conditions, type } = order;
  if (state.name === 'new') waiting.set(order.id, order);
  else waiting.delete(order.id);
  if (before && conditions?.triggeredAtMs !== undefined)
    count(conditions.origin === 'gtt' ? 'gtt triggered' : `${type} triggered`);
  if (before?.conditions?.otherLeg && conditions?.triggeredAtMs !== undefined) count('one of two triggered');
  if (conditions?.repricedAtMs !== undefined && actsCorporately(command) && 'held' in state)
    count(state.name === 'new' ? 'repriced waiting' : 'repriced');
  if (before && state.name === 'new' && before.conditions?.trigger?.price !== conditions?.trigger?.price)
    count(conditions?.trailDistance === undefined ? 'trigger changed' : 'trail moved');
  if (before?.state.name === 'new' && before.state.waitsFor === 'session' && state.name !== 'new')
    count('session began');
  if (conditions?.bracketOf !== undefined)
    count(conditions.triggeredAtMs === undefined ? 'bracket end waits' : 'bracket end came');
  if (state.name === 'rejected') count('bracket end rejected');
  if (state.name === 'cancelled' && state.cause === 'expired') count('expired');
  if (state.name === 'cancelled' && state.cause === 'fillOrKill') count('killed');
  if (state.name === 'completed' && order.validity === 'fok') count('filled whole');
  const isMoved = command.type === 'order.modify' || actsCorporately(command);
  if (conditions?.quantityShown !== undefined && order.priority !== order.id && !isMoved)
    count('iceberg shown again');
  if (command.type === 'order.modify' && applied.outcome.ok && command.orderId === order.id)
    count(order.priority === order.id ? 'kept its place' : 'changed');
}
