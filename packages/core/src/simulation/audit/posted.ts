import { termsOf } from '#checks/phase.ts';
import type { Command } from '#model/command.ts';
import type { BasketLeg } from '#model/commands/order-commands.ts';
import type { Hold } from '#model/hold.ts';
import type { Instrument, VenueSession } from '#model/instrument.ts';
import type { LedgerAccount, Lot, Posting } from '#model/ledger.ts';
import type { Fill, FillParty, Order } from '#model/order.ts';
import type { Applied, PlacedLeg } from '#model/outcome.ts';
import { holds as holdsKind } from '#model/rows/hold-rows.ts';
import type { Offer } from '#products/offer.ts';
import { usualOffer } from '#products/offers.ts';
import { closesRights } from '#simulation/audit/account-commands.ts';
import type { Tables } from '#simulation/tables.ts';
import {
  type AssetId,
  assert,
  type Environment,
  type InstantMs,
  type InstrumentId,
  type OrderId,
} from '#values/index.ts';

/**
 * The books of an auditor who sees commands and rows only and knows no code of the core: what each balance is
 * by its postings, what each order was asked to be, when each lot may be used.
 */
export interface Posted {
  readonly balances: Map<string, bigint>;
  readonly charged: Map<string, bigint>;
  readonly lots: Map<string, Lot>;
  readonly holds: Map<string, Hold>;
  readonly instruments: Map<InstrumentId, Instrument>;
  /** Lowest rate of margin that an instrument has had: an order keeps the one that it was placed at. */
  readonly lowestMarginRates: Map<InstrumentId, bigint>;
  readonly sessions: Map<string, VenueSession>;
  /** The newest version of each published set of charges. */
  readonly versions: Map<Offer['charges'], string>;
  /** Orders of a day that is not over. */
  readonly dayOrders: Map<OrderId, Order>;
}

export interface Step {
  readonly command: Command;
  readonly applied: Applied;
  readonly sequence: number;
  readonly atMs: InstantMs;
}

/**
 * Knowledge of other auditors: fills whose price was fixed
 * before, and books that the end of a session goes through.
 */
export interface Seen {
  readonly isFixed: (fill: Fill) => boolean;
  readonly isSwept: (book: Pick<Order, 'instrumentId' | 'environment'>) => boolean;
}

export function createPosted(base: Tables): Posted {
  const posted: Posted = {
    balances: new Map(),
    charged: new Map(),
    lots: new Map(base.lots),
    holds: new Map(base.holds),
    instruments: new Map(),
    lowestMarginRates: new Map(),
    sessions: new Map(),
    versions: new Map(),
    dayOrders: new Map(),
  };
  for (const { environment, account, assetId, amount } of base.balances.values())
    posted.balances.set(cellKey(environment, account, assetId), amount);
  for (const instrument of base.instruments.values()) setInstrument(posted, instrument);
  for (const rules of base.rules.values()) learn(posted, rules);
  return posted;
}

function setInstrument({ instruments, lowestMarginRates }: Posted, instrument: Instrument): void {
  const { id, intradayMarginRate: rate } = instrument;
  instruments.set(id, instrument);
  const lowest = lowestMarginRates.get(id);
  if (rate !== undefined && (lowest === undefined || rate < lowest)) lowestMarginRates.set(id, rate);
}

/**
 * Checks a command's rows against what was asked and against
 * all rows before (invariants 1, 3, 4, 5, 12).
 */
export function checkPostings(posted: Posted, step: Step, seen: Seen): string[] {
  const { command, applied } = step;
  const { changes } = applied;
  if (command.type === 'rules.set') learn(posted, command);
  if (command.type === 'instrument.set') setInstrument(posted, command.instrument);
  return [
    ...checkBalances(posted, applied),
    ...changes.fills.flatMap((fill) => checkFill(posted, fill, seen.isFixed(fill))),
    ...changes.orders.flatMap((order) => checkCharged(posted, order)),
    ...changes.lots.flatMap((lot) => checkLot(posted, lot, step)),
    ...changes.holds.flatMap((hold) => checkHold(posted, hold, step)),
    ...checkAsked(posted, step),
    ...checkDay(posted, step, seen),
  ];
}

function learn(
  posted: Posted,
  rules: {
    readonly stockCharges?: { version: string } | undefined;
    readonly spotCharges?: { version: string } | undefined;
    readonly session?: VenueSession;
  },
): void {
  if (rules.stockCharges) posted.versions.set('stockCharges', rules.stockCharges.version);
  if (rules.spotCharges) posted.versions.set('spotCharges', rules.spotCharges.version);
  if (rules.session) posted.sessions.set(rules.session.venue, rules.session);
}

/** 1: each balance is the sum of its postings, and each posting says the balances that it leaves. */
function checkBalances({ balances, charged }: Posted, { changes }: Applied): string[] {
  const moved = new Set<string>();
  const violations: string[] = [];
  const keyOf = (posting: Posting, account: LedgerAccount): string =>
    cellKey(posting.environment, account, posting.assetId);
  const move = (posting: Posting, account: LedgerAccount, amount: bigint): void => {
    const key = keyOf(posting, account);
    balances.set(key, (balances.get(key) ?? 0n) + amount);
    moved.add(key);
  };
  const compare = (posting: Posting, account: LedgerAccount, said: bigint): void => {
    const key = keyOf(posting, account);
    const sum = balances.get(key);
    if (sum !== said) violations.push(`1: ${key} is ${sum} after a posting that says ${said}`);
  };
  for (const posting of changes.postings) {
    move(posting, posting.from, -posting.amount);
    move(posting, posting.to, posting.amount);
    compare(posting, posting.from, posting.balanceFrom);
    compare(posting, posting.to, posting.balanceTo);
    if (posting.kind !== 'charge') continue;
    const key = `${posting.orderId} ${posting.chargeName}`;
    charged.set(key, (charged.get(key) ?? 0n) + posting.amount);
  }
  for (const { environment, account, assetId, amount } of changes.balances) {
    const key = cellKey(environment, account, assetId);
    moved.delete(key);
    const sum = balances.get(key) ?? 0n;
    if (sum !== amount) violations.push(`1: ${key} is written as ${amount}, its postings make ${sum}`);
  }
  for (const key of moved) violations.push(`1: ${key} was moved and is not among the rows`);
  return violations;
}

/** 12: a fill is on the grid and in the band, and worth its price times its quantity, rounded down. */
function checkFill({ instruments }: Posted, fill: Fill, isFixed: boolean): string[] {
  const instrument = instruments.get(fill.instrumentId);
  assert(instrument !== undefined, 'Condition: a fill is of a known instrument');
  const shift = instrument.priceScale + instrument.baseScale - instrument.quoteScale;
  const product = fill.price * fill.quantity;
  const worth = shift >= 0 ? product / 10n ** BigInt(shift) : product * 10n ** BigInt(-shift);
  const violations: string[] = [];
  if (fill.value !== worth) violations.push(`5: a fill is worth ${worth} and was settled at ${fill.value}`);
  const { band } = instrument;
  // An auction's price was fixed within the band of its time, however many steps its fills take.
  if (!isFixed && band && (fill.price < band.priceLow || fill.price > band.priceHigh))
    violations.push(`12: a fill at ${fill.price}, out of the band`);
  return violations;
}

/** 5: an order's charges are those that were posted for it. */
function checkCharged({ charged }: Posted, order: Order): string[] {
  return Object.entries<bigint>(order.charges)
    .filter(([name, charge]) => charge !== (charged.get(`${order.id} ${name}`) ?? 0n))
    .map(([name, charge]) => `5: order ${order.id} says ${charge} ${name}, which was not posted`);
}

/** 4: a lot waits as long as the venue said when it came, and never less. */
function checkLot({ lots, instruments, sessions }: Posted, lot: Lot, step: Step): string[] {
  const { atMs, command } = step;
  const key = `${lot.sequence} ${lot.index}`;
  const known = lots.get(key);
  lots.set(key, lot);
  const violations: string[] = [];
  if (known && known.usableAtMs !== lot.usableAtMs) violations.push(`4: lot ${key} changed its time`);
  if (lot.settled && lot.usableAtMs > atMs && !isUsedUp(lot, step))
    violations.push(`4: lot ${key} settled before its time`);
  if (isWithdrawableEarly(lot, step)) violations.push(`4: lot ${key} may be withdrawn before its time`);
  const instrument = instruments.get(lot.instrumentId);
  const isBought = lot.orderId !== undefined || closesRights(command);
  if (known || !isBought || lot.kind !== 'shares' || !instrument) return violations;
  const session = sessions.get(instrument.venue);
  const isNextDay = atMs >= (session?.nextDay?.fromMs ?? Number.POSITIVE_INFINITY);
  const { oneDay, twoDays } = (isNextDay ? session?.nextDay : session)?.settlesAtMs ?? {};
  const due = { 0: atMs, 1: oneDay, 2: twoDays }[instrument.lockDays];
  if (lot.usableAtMs !== due) violations.push(`4: lot ${key} is usable at ${lot.usableAtMs}, not at ${due}`);
  return violations;
}

/** Whether charges of a sale of the share took all proceeds that waited: none are left to settle. */
function isUsedUp({ kind, accountId, instrumentId }: Lot, { applied }: Step): boolean {
  const isOfAccount = (party: FillParty): boolean => !party.isMarketMaker && party.accountId === accountId;
  return (
    kind === 'proceeds' &&
    applied.changes.fills.some(
      (fill) => fill.instrumentId === instrumentId && (isOfAccount(fill.taker) || isOfAccount(fill.maker)),
    )
  );
}

/** Proceeds that are usable whole are kept whole until their time comes. */
function isWithdrawableEarly({ kind, settled, ...lot }: Lot, { atMs, command }: Step): boolean {
  if (kind !== 'proceeds' || !settled || lot.amountLeft === lot.amountOriginal) return false;
  return atMs < lot.withdrawableAtMs && command.type !== 'account.reset';
}

/** 3: a hold is as old as the command that took it from nothing; what it gets more makes it no younger. */
function checkHold({ holds }: Posted, hold: Hold, { atMs }: Step): string[] {
  const key = holdsKind.keyOf(hold);
  const known = holds.get(key);
  holds.set(key, hold);
  const sinceMs = known !== undefined && known.amount > 0n ? known.sinceMs : atMs;
  return hold.sinceMs === sinceMs ? [] : [`3: hold ${key} says ${hold.sinceMs}, and began at ${sinceMs}`];
}

/**
 * An order is as it was asked for, in its environment, inside the band, by the charges that hold now; of a
 * basket all are, or none is.
 */
function checkAsked(posted: Posted, { command, applied }: Step): string[] {
  const { outcome } = applied;
  if (!outcome.ok) return [];
  if (command.type === 'order.place' && outcome.type === 'order')
    return checkPlaced(posted, command, outcome);
  if (command.type !== 'order.basket' || outcome.type !== 'basket') return [];
  const { legs } = command;
  if (outcome.legs.length !== legs.length)
    return [`15: of a basket ${outcome.legs.length} of ${legs.length} orders were placed`];
  return legs.flatMap((leg, place) => {
    const placed = outcome.legs[place];
    return placed ? checkPlaced(posted, leg, placed) : [];
  });
}

function checkPlaced(posted: Posted, command: BasketLeg, { order, fills, goesOn }: PlacedLeg): string[] {
  const instrument = posted.instruments.get(order.instrumentId);
  assert(instrument !== undefined, 'Condition: an order is of a known instrument');
  const violations: string[] = [];
  const isAsAsked =
    order.side === command.side &&
    order.quantity === command.quantity &&
    order.instrumentId === command.instrumentId &&
    (command.orderType === 'market' || order.validity === command.validity) &&
    (command.priceLimit ?? order.priceLimit) === order.priceLimit;
  if (!isAsAsked) violations.push(`12: order ${order.id} is not what was asked for`);
  const version = posted.versions.get(usualOffer(instrument).charges);
  if (order.ruleVersion !== version)
    violations.push(`5: order ${order.id} is charged by ${order.ruleVersion}, ${version} holds`);
  const { band } = instrument;
  if (
    band &&
    order.state.name !== 'new' &&
    order.state.name !== 'rejected' &&
    (order.priceLimit < band.priceLow || order.priceLimit > band.priceHigh)
  )
    violations.push(`12: order ${order.id} passed out of the band`);
  const { isCollecting } = termsOf(instrument, posted.sessions.get(instrument.venue));
  // One that goes on to take in steps is looked at by the auditor of sweeps.
  if (!isCollecting && !goesOn) violations.push(...checkValidity(command, order));
  return [...violations, ...checkFillsOf(order, fills)];
}

/** 12: what may not rest does not, and what may not take does not. */
function checkValidity({ validity, orderType }: BasketLeg, order: Order): string[] {
  const rests = order.state.name === 'open' || order.state.name === 'partial';
  if (rests && (validity === 'ioc' || orderType === 'market'))
    return [`12: order ${order.id} rests, which it must not`];
  if (validity === 'postOnly' && order.turnoverTaken > 0n) return [`12: order ${order.id} takes, post only`];
  return [];
}

/** 12: nobody pays more than his limit or gets less. */
function checkFillsOf(order: Order, fills: readonly Fill[]): string[] {
  return fills
    .filter(({ taker }) => !taker.isMarketMaker && taker.orderId === order.id)
    .filter(({ price }) => (order.side === 'buy' ? price > order.priceLimit : price < order.priceLimit))
    .map(({ price }) => `12: order ${order.id} was filled at ${price}, beyond its limit`);
}

/**
 * 14: the end of a session ends the orders of its day: those that
 * wait for a trigger at once or by a sweep, the others as 17 says.
 */
function checkDay({ dayOrders, instruments }: Posted, { command, applied }: Step, seen: Seen): string[] {
  for (const order of applied.changes.orders) {
    const { state, validity } = order;
    const isUntriggered = state.name === 'new' && state.waitsFor === 'trigger';
    if (isUntriggered && (validity === 'day' || validity === 'ttl')) dayOrders.set(order.id, order);
    else dayOrders.delete(order.id);
  }
  if (command.type !== 'session.end') return [];
  const isSwept = ({ instrumentId, environment }: Order): boolean =>
    seen.isSwept({ instrumentId, environment }) ||
    applied.changes.sweeps.some(
      (sweep) => sweep.instrumentId === instrumentId && sweep.environment === environment,
    );
  return [...dayOrders.values()]
    .filter((order) => instruments.get(order.instrumentId)?.venue === command.venue && !isSwept(order))
    .map(({ id }) => `14: order ${id} outlived its day`);
}

export function cellKey(environment: Environment, account: LedgerAccount, assetId: AssetId): string {
  const name =
    'house' in account ? account.house : `${account.accountId} ${account.wallet} ${account.bucket}`;
  return `${environment} ${name} ${assetId}`;
}
