import { countResult } from '#accounts/own-limits/own-limits.ts';
import { endOrder } from '#accounts/release.ts';
import type { Account, AccountSide } from '#ledger/account.ts';

import { type Cell, houseCell, makerOf } from '#ledger/cells.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { PostingCause } from '#model/ledger.ts';
import type { MatchedFill, MatchedParty } from '#model/messages.ts';
import type { FillParty, Order } from '#model/order.ts';
import { heldOf, nextState } from '#model/order-life.ts';
import { productOf } from '#products/list.ts';
import { type ChargeLine, type FillLegs, type FillSide, sumOf, type Trade } from '#products/product.ts';
import {
  type Amount,
  amount,
  assert,
  type Environment,
  type Quantity,
  quantity,
  tradeValue,
} from '#values/index.ts';

/** A customer in one fill. */
interface Customer {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly trade: Trade;
}

/** One fill as both its sides are settled. */
interface Settlement {
  readonly side: AccountSide;
  readonly fill: MatchedFill;
  readonly instrument: Instrument;
  readonly value: Amount;
  readonly recorder: Recorder;
  readonly buyer: Customer | undefined;
  readonly seller: Customer | undefined;
}

/**
 * Settles one fill, both legs and each customer's charges. A fill number that an order has settled is passed
 * over, and fills of the market maker with itself move nothing.
 */
export function settle(side: AccountSide, fill: MatchedFill, recorder: Recorder): void {
  const instrument = side.facts.instruments.get(fill.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its fills');
  const takerIsNew = isUnsettled(side, fill.taker);
  const makerIsNew = isUnsettled(side, fill.maker);
  if (takerIsNew !== true && makerIsNew !== true) return;
  assert(
    takerIsNew !== false && makerIsNew !== false,
    'Invariant: a fill is settled for both its sides at once',
  );

  const value = tradeValue({
    price: fill.price,
    quantity: fill.quantity,
    scales: instrument,
    rounding: 'down',
  });
  const context = { side, fill, instrument, value, recorder };
  assert(fill.quantity > 0n && fill.price > 0n, 'Invariant: a fill is of something, at a price');
  const [buying, selling] = fill.takerSide === 'buy' ? [fill.taker, fill.maker] : [fill.maker, fill.taker];
  const settlement = { ...context, buyer: customerOf(context, buying), seller: customerOf(context, selling) };
  const { buyer, seller } = settlement;
  assert(
    buyer === undefined || buyer.tracked !== seller?.tracked,
    'Invariant: an order never fills with itself',
  );
  const { bought, sold } = exchange(settlement);
  const [takerResult, makerResult] = fill.takerSide === 'buy' ? [bought, sold] : [sold, bought];
  recorder.fills.push({
    sequence: recorder.sequence,
    index: recorder.fills.length,
    environment: fill.environment,
    instrumentId: fill.instrumentId,
    price: fill.price,
    quantity: fill.quantity,
    value,
    atMs: fill.atMs,
    takerSide: fill.takerSide,
    taker: partyOf(fill.taker, takerResult),
    maker: partyOf(fill.maker, makerResult),
  });
}

/**
 * Whether a customer's fill is the next of its order; undefined for the market maker, which has no orders.
 */
function isUnsettled(side: AccountSide, party: MatchedParty): boolean | undefined {
  if (party.isMarketMaker) return undefined;
  const order = side.accounts.get(party.accountId)?.orders.get(party.orderId);
  if (!order) return false;
  assert(party.fillNumber <= order.row.fillCount + 1, 'Invariant: fills of an order settle without a gap');
  return party.fillNumber === order.row.fillCount + 1;
}

function customerOf(
  context: Omit<Settlement, 'buyer' | 'seller'>,
  party: MatchedParty,
): Customer | undefined {
  if (party.isMarketMaker) return undefined;
  const { side, fill, instrument, value, recorder } = context;
  const account = side.accounts.get(party.accountId);
  const tracked = account?.orders.get(party.orderId);
  assert(
    account !== undefined && tracked !== undefined,
    'Invariant: a fill is of an open order of a loaded account',
  );
  assert(account.holdings.environment === fill.environment, 'Invariant: demo and real never meet in a fill');
  const { row } = tracked;
  assert(
    row.quantityFilled + fill.quantity <= row.quantity,
    'Invariant: an order fills its quantity at most',
  );
  const took = party === fill.taker;
  assert(
    row.instrumentId === fill.instrumentId && (row.side === fill.takerSide) === took,
    'Invariant: a fill is of orders of its instrument, on either side',
  );
  const order: Order = {
    ...row,
    quantityFilled: quantity(row.quantityFilled + fill.quantity),
    turnoverTaken: took ? amount(row.turnoverTaken + value) : row.turnoverTaken,
    turnoverMade: took ? row.turnoverMade : amount(row.turnoverMade + value),
    fillCount: row.fillCount + 1,
    priority:
      row.conditions?.quantityShown === undefined ? row.priority : placeAfter(row, fill.quantity, recorder),
  };
  const { facts } = side;
  const trade: Trade = {
    side,
    facts,
    instrument,
    holdings: account.holdings,
    order,
    quantity: fill.quantity,
    value,
    recorder,
  };
  return { account, tracked, trade };
}

/** An iceberg that has shown a whole part goes to the end of the queue with the next. */
function placeAfter(order: Order, filled: Quantity, { sequence }: Recorder): number {
  const each = order.conditions?.quantityShown;
  return each !== undefined && (order.quantityFilled + filled) % each === 0n ? sequence : order.priority;
}

/** Charges and realised profit of a fill for one customer. */
interface Result {
  readonly charges: Amount;
  readonly profitRealised: Amount;
}

const NO_RESULT: Result = { charges: amount(0n), profitRealised: amount(0n) };

/** The two legs, then what is written down about each customer and what it charges them. */
function exchange(settlement: Settlement): { bought: Result; sold: Result } {
  const { value, recorder, buyer, seller } = settlement;
  const buying = buyer && sideOf(settlement, buyer);
  const selling = seller && sideOf(settlement, seller);
  const cause = legCause(settlement);
  const [bought, sold] = [legsOf(settlement, buying), legsOf(settlement, selling)];
  const { instrument } = settlement;
  assert(
    bought.quote.assetId === instrument.quoteAsset && sold.base.assetId === instrument.baseAsset,
    'Invariant: a fill moves the assets of its instrument',
  );
  const { unsettled } = sold;
  const atOnce = amount(value - (unsettled?.amount ?? 0n));
  assert(atOnce >= 0n, 'Invariant: no more proceeds wait than a fill is worth');
  post(recorder, { from: bought.quote, to: sold.quote, amount: atOnce }, cause);
  if (unsettled) post(recorder, { from: bought.quote, to: unsettled.cell, amount: unsettled.amount }, cause);
  const units = amount(settlement.fill.quantity);
  post(recorder, { from: sold.base, to: bought.base, amount: units }, cause);
  return {
    bought: buyer && buying ? finish(settlement, buyer, buying) : NO_RESULT,
    sold: seller && selling ? finish(settlement, seller, selling) : NO_RESULT,
  };
}

function sideOf({ instrument }: Settlement, { trade }: Customer): FillSide {
  return productOf(instrument, trade.order).fill(trade);
}

/** The market maker trades from its own accounts. */
function legsOf({ side, fill, instrument }: Settlement, of: FillSide | undefined): FillLegs {
  if (of) return of.legs;
  const at = { side, environment: fill.environment };
  return {
    quote: makerCell(at, instrument, instrument.quoteAsset),
    base: makerCell(at, instrument, instrument.baseAsset),
  };
}

/** Last part of a customer's settlement once the legs have moved: rows, charges, the order's next state. */
function finish(settlement: Settlement, customer: Customer, of: FillSide): Result {
  const { charged, charges, spent, profitRealised } = of.settle();
  const { side, recorder, instrument } = settlement;
  countResult(side, customer.account, { assetId: instrument.quoteAsset, profit: profitRealised, recorder });
  collect(settlement, customer, charged);
  advance(customer, { spent, charges });
  return { charges: amount(sumOf(charges)), profitRealised };
}

/** Both legs carry the customer's order; between two customers the taker's. */
function legCause({ fill, recorder, buyer, seller }: Settlement): PostingCause {
  const customer = buyer && seller ? (fill.takerSide === 'buy' ? buyer : seller) : (buyer ?? seller);
  assert(customer !== undefined, 'Invariant: a fill that moves money has a customer');
  const { order } = customer.trade;
  return { kind: order.side, orderId: order.id, fillIndex: recorder.fills.length };
}

function makerCell(
  at: { side: AccountSide; environment: Environment },
  instrument: Instrument,
  assetId: Instrument['baseAsset'],
): Cell {
  return houseCell(
    { environment: at.environment, ledger: at.side.house[at.environment] },
    makerOf(instrument.venue),
    assetId,
  );
}

function collect(
  { side, instrument, recorder }: Settlement,
  { trade: { order } }: Customer,
  sources: readonly { cell: Cell; lines: readonly ChargeLine[] }[],
): void {
  const fillIndex = recorder.fills.length;
  const ledger = { environment: order.environment, ledger: side.house[order.environment] };
  for (const { cell, lines } of sources) {
    for (const { name, amount: charge } of lines) {
      assert(charge >= 0n, 'Invariant: a charge is never paid to a customer');
      if (charge === 0n) continue;
      const to = houseCell(ledger, name, instrument.quoteAsset);
      const { id: orderId, ruleVersion } = order;
      post(
        recorder,
        { from: cell, to, amount: charge },
        { kind: 'charge', chargeName: name, orderId, fillIndex, ruleVersion },
      );
    }
  }
}

/** Moves the order on: filled in part, or filled and over, with what it still holds given back. */
function advance(
  { account, tracked, trade }: Customer,
  done: { spent: Amount; charges: readonly ChargeLine[] },
): void {
  const { order, recorder } = trade;
  const charges: Record<string, Amount> = { ...order.charges };
  for (const line of done.charges) charges[line.name] = amount((charges[line.name] ?? 0n) + line.amount);
  const held = heldOf(order.state);
  assert(done.spent >= 0n, 'Invariant: a fill adds nothing to the hold of its order');
  assert(held !== undefined && held >= done.spent, 'Invariant: a hold covers what its fills cost');
  const state = nextState(order.state, { name: 'fillPart', held: amount(held - done.spent) });
  assert(state !== undefined, 'Invariant: only an open order fills');
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...order, charges, state });
  if (order.quantityFilled < order.quantity) return;
  endOrder(
    { account, tracked },
    { name: 'fillLast', atMs: recorder.atMs },
    { side: trade.side, recorder, instrument: trade.instrument },
  );
}

function partyOf(party: MatchedParty, { charges, profitRealised }: Result): FillParty {
  if (party.isMarketMaker) return { isMarketMaker: true };
  return {
    isMarketMaker: false,
    accountId: party.accountId,
    orderId: party.orderId,
    charges,
    profitRealised,
  };
}
