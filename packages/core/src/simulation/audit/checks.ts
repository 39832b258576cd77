import { houseBalancesOf } from '#accounts/snapshot.ts';
import { settlementDayAt } from '#model/facts.ts';
import { type LedgerAccount, mayOwe, type Posting } from '#model/ledger.ts';
import type { Fill, FillParty, Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { STOCK_CHARGES, STOCK_CHARGES_LATER } from '#simulation/world.ts';
import type { CoreState } from '#state.ts';
import {
  type Amount,
  amount,
  chargesTotal,
  greater,
  type InstantMs,
  type InstrumentId,
  intradayCharges,
  type OrderId,
  stockCharges,
} from '#values/index.ts';

/** Sums over a whole simulation, beside the core's own books. */
export interface Totals {
  fills: number;
  auctionFills: number;
  readonly refusals: Record<string, number>;
  readonly orders: Map<OrderId, Order>;
  readonly filled: Map<OrderId, { quantity: bigint; value: bigint }>;
  readonly charges: Map<string, bigint>;
  /** Depository charges of the newest day by account and share. */
  readonly depository: Map<string, { readonly tradingDay: string; readonly paid: bigint }>;
}

export function createTotals(): Totals {
  return {
    fills: 0,
    auctionFills: 0,
    refusals: {},
    orders: new Map(),
    filled: new Map(),
    charges: new Map(),
    depository: new Map(),
  };
}

/** Checks one command's effects against its fills (invariants 4, 5, 7) and adds them up. */
export function checkApplied(
  totals: Totals,
  state: CoreState,
  step: { applied: Applied; atMs: InstantMs },
): string[] {
  const { outcome, changes, duplicate } = step.applied;
  const violations: string[] = [];
  if (!outcome.ok) totals.refusals[outcome.refusal.code] = (totals.refusals[outcome.refusal.code] ?? 0) + 1;
  const changed = Object.values(changes).reduce((count, rows) => count + rows.length, 0);
  if ((!outcome.ok || duplicate) && changed > 0)
    violations.push('7: a refused or repeated command changed something');
  for (const fill of changes.fills) violations.push(...checkFill(totals, changes.postings, fill));
  for (const posting of changes.postings) addCharge(totals, posting);
  for (const order of changes.orders) totals.orders.set(order.id, order);
  for (const order of changes.orders) violations.push(...checkOrder(totals, order));
  for (const posting of changes.postings)
    violations.push(...checkDepository(totals, posting, tradingDayOf(state, step.atMs)));
  violations.push(...checkCharges(totals, state));
  return violations;
}

/** 5: the money of a fill moves once, and the same number on both sides. */
function checkFill(totals: Totals, postings: readonly Posting[], fill: Fill): string[] {
  totals.fills += 1;
  for (const party of [fill.taker, fill.maker])
    if (!party.isMarketMaker) addFilled(totals, party.orderId, fill);
  const legs = postings.filter(
    (one) => one.fillIndex === fill.index && (one.kind === 'buy' || one.kind === 'sell'),
  );
  const baseLegs = legs.filter(
    (one) => one.amount === amount(fill.quantity) && isBaseAsset(one, fill.instrumentId),
  );
  const money = legs
    .filter((one) => !isBaseAsset(one, fill.instrumentId))
    .reduce((sum, one) => sum + one.amount, 0n);
  const violations: string[] = [];
  const { taker, maker } = fill;
  if (!taker.isMarketMaker && !maker.isMarketMaker && taker.accountId === maker.accountId)
    violations.push('12: a self-trade');
  if (baseLegs.length !== 1)
    violations.push(`5: fill ${fill.index} moves its base asset ${baseLegs.length} times`);
  if (money !== fill.value)
    violations.push(`5: fill ${fill.index} moves ${money} where it is worth ${fill.value}`);
  const isMarketMaker = (party: FillParty): boolean => party.isMarketMaker;
  const buyerIsMarketMaker = isMarketMaker(fill.takerSide === 'buy' ? fill.taker : fill.maker);
  if (
    legs.some((one) => isBaseAsset(one, fill.instrumentId) && isHouseAccount(one.to) !== buyerIsMarketMaker)
  )
    violations.push('5: base assets went astray');
  return violations;
}

function isBaseAsset(posting: Posting, instrument: InstrumentId): boolean {
  return instrument.startsWith('NSE_SIM') ? posting.assetId.startsWith('EQ:') : posting.assetId === 'BTC';
}

/** The ledger account `intraday` stands for the customer: trades within the day stay with it. */
function isHouseAccount(account: LedgerAccount): boolean {
  return 'house' in account && account.house !== 'intraday';
}

function addFilled(totals: Totals, orderId: OrderId, fill: Fill): void {
  const sum = totals.filled.get(orderId) ?? { quantity: 0n, value: 0n };
  totals.filled.set(orderId, { quantity: sum.quantity + fill.quantity, value: sum.value + fill.value });
}

function addCharge(totals: Totals, posting: Posting): void {
  if (posting.kind !== 'charge' || posting.chargeName === undefined) return;
  const key = `${posting.environment} ${posting.chargeName} ${posting.assetId}`;
  totals.charges.set(key, (totals.charges.get(key) ?? 0n) + posting.amount);
}

/** 5: sales of a share pay the depository charge of a trading day together. */
function checkDepository(totals: Totals, posting: Posting, tradingDay: string): string[] {
  if (posting.chargeName !== 'depositoryCharge' || posting.orderId === undefined) return [];
  const order = totals.orders.get(posting.orderId);
  if (!order) return [];
  const key = `${order.accountId} ${order.instrumentId}`;
  const before = totals.depository.get(key);
  // Simulated news may tell an earlier day again, which is then another one for the engine.
  const paid = (before?.tradingDay === tradingDay ? before.paid : 0n) + posting.amount;
  totals.depository.set(key, { tradingDay, paid });
  const due = greater(STOCK_CHARGES.depositoryCharge, STOCK_CHARGES_LATER.depositoryCharge);
  return paid > due ? [`5: ${key} paid ${paid} of the depository charge of ${due}`] : [];
}

/** The day to which trades in shares belong, by the news of it: a simulated clock may run ahead of that. */
function tradingDayOf({ instrumentSide }: CoreState, atMs: InstantMs): string {
  const session = [...instrumentSide.facts.sessions.values()][0];
  return session ? settlementDayAt(session, atMs).tradingDay : '';
}

/**
 * 4: an order is the sum of its fills; a stock order's charges
 * depend on its turnover and not on how it was filled.
 */
function checkOrder(totals: Totals, order: Order): string[] {
  const filled = totals.filled.get(order.id) ?? { quantity: 0n, value: 0n };
  const turnover = amount(order.turnoverTaken + order.turnoverMade);
  const violations: string[] = [];
  if (order.quantityFilled !== filled.quantity)
    violations.push(`4: order ${order.id} is not the sum of its fills`);
  if (turnover !== filled.value)
    violations.push(`4: order ${order.id} turned over ${turnover}, its fills ${filled.value}`);
  // One that is filled in steps is partial meanwhile, which the auditor of sweeps looks at.
  const isPart = filled.quantity !== 0n && filled.quantity !== order.quantity;
  if (order.validity === 'fok' && order.state.name !== 'partial' && isPart)
    violations.push(`4: order ${order.id} is to be filled whole or not at all, and was filled in part`);
  violations.push(...checkBracket(totals, order));
  if (order.instrumentId.startsWith('NSE_SIM')) {
    const { side } = order;
    const rules = order.ruleVersion === STOCK_CHARGES.version ? STOCK_CHARGES : STOCK_CHARGES_LATER;
    const due = chargesTotal(
      order.productTerms?.name === 'intraday'
        ? intradayCharges({ side, turnover }, rules)
        : stockCharges({ side, turnover, depositoryPaid: rules.depositoryCharge }, rules),
    );
    const { depositoryCharge: _apart, ...others } = order.charges;
    const posted = Object.values<Amount>(others).reduce((sum: bigint, charge) => sum + charge, 0n);
    if (posted !== due) violations.push(`5: order ${order.id} was charged ${posted} where ${due} is due`);
  }
  return violations;
}

/** 16: what a bracket's purchase has filled is for sale, all of it, as long as its end waits. */
function checkBracket({ orders }: Totals, { id, conditions, quantityFilled }: Order): string[] {
  const { bracket } = conditions ?? {};
  if (!bracket || quantityFilled === 0n) return [];
  const end = bracket.endOrderId === undefined ? undefined : orders.get(bracket.endOrderId);
  if (!end) return [`16: order ${id} has filled and nothing of it is for sale`];
  if (end.state.name !== 'new' || end.quantity === quantityFilled) return [];
  return [`16: order ${id} has bought ${quantityFilled}, and ${end.quantity} of it is for sale`];
}

/** 5: the charge accounts hold what was charged. */
function checkCharges(totals: Totals, state: CoreState): string[] {
  const violations: string[] = [];
  for (const { environment, account, assetId, amount: held } of houseBalancesOf(state.accountSide)) {
    if (!('house' in account) || mayOwe(account.house)) continue;
    const charged = totals.charges.get(`${environment} ${account.house} ${assetId}`) ?? 0n;
    if (held !== charged) violations.push(`5: ${account.house} has ${held} ${assetId} of ${charged} charged`);
  }
  return violations;
}
