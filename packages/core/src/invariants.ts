import type { Account } from '#accounts/account.ts';
import { heldAsset } from '#accounts/release.ts';
import { houseBalancesOf, snapshotOf } from '#accounts/snapshot.ts';
import type { Instrument } from '#instrument.ts';
import { LANES } from '#instruments/instrument-side.ts';
import { type LaneBook, toQuantity, visibleOf } from '#instruments/lane-book.ts';
import { purseOf } from '#ledger/cells.ts';
import { type BookEntry, HOUSE_OWNER } from '#matching/order-book.ts';
import type { Order } from '#order.ts';
import { heldOf } from '#orders/life.ts';
import { productOf } from '#products/product-of.ts';
import type { CoreState } from '#state.ts';
import { type AssetId, orderId, quantity } from '#values/index.ts';

/**
 * What must hold after every command (reliability 2.2), as sentences about what does not. The sums over accounts (1) are checked
 * only when all accounts are loaded, which the caller knows.
 */
export function checkInvariants(state: CoreState, scope: { allLoaded: boolean }): string[] {
  const violations: string[] = [];
  if (scope.allLoaded) violations.push(...unbalanced(state), ...wrongLoans(state));
  for (const account of state.accountSide.accounts.values()) {
    violations.push(...wrongLanes(account), ...wrongHolds(state, account), ...wrongLots(state, account));
    violations.push(...wrongIntraday(account));
  }
  for (const [instrumentId, books] of state.instrumentSide.books) {
    for (const lane of LANES) {
      const name = `${instrumentId} ${lane}`;
      violations.push(...wrongBook(books[lane], name), ...strangers(state, books[lane], name));
    }
  }
  violations.push(...lostOrders(state));
  return violations;
}

/** 1 and 2: per lane and asset the sum is zero, and nobody but the makers and the outside is below zero. */
function unbalanced(state: CoreState): string[] {
  const sums = new Map<string, bigint>();
  const violations: string[] = [];
  const accounts = [...state.accountSide.accounts.keys()].flatMap(
    (id) => snapshotOf(state.accountSide, id)?.balances ?? [],
  );
  for (const { lane, account, assetId, amount } of [...accounts, ...houseBalancesOf(state.accountSide)]) {
    const key = `${lane} ${assetId}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
    const mayOwe =
      'house' in account && ['NSE_SIM', 'COIN_SIM', 'outside', 'intraday'].includes(account.house);
    if (amount < 0n && !mayOwe) violations.push(`2: ${key} of ${JSON.stringify(account)} is ${amount}`);
  }
  for (const [key, sum] of sums) if (sum !== 0n) violations.push(`1: ${key} sums to ${sum}`);
  return violations;
}

/** 11: what belongs to an account is of its lane. */
function wrongLanes({ row: { row }, holdings, orders }: Account): string[] {
  const isWrong =
    holdings.lane !== row.lane || [...orders.values()].some((order) => order.row.lane !== row.lane);
  return isWrong ? [`11: account ${row.accountId} has something of the other lane`] : [];
}

/** 3: what is held is exactly what open orders and positions within the day hold, and each order enough for what is left of it. */
function wrongHolds(state: CoreState, { holdings, orders, row }: Account): string[] {
  const violations: string[] = [];
  const held = new Map<string, bigint>();
  for (const { row: order } of orders.values()) {
    const instrument = state.accountSide.facts.instruments.get(order.instrumentId);
    const holds = heldOf(order.state);
    if (!instrument || holds === undefined) {
      violations.push(
        `3: order ${order.id} of ${order.instrumentId} is open without a hold or an instrument`,
      );
      continue;
    }
    const key = `${productOf(instrument).wallet} ${heldAsset(instrument, order)}`;
    held.set(key, (held.get(key) ?? 0n) + holds);
    if (order.intraday) continue;
    if (holds < leastHold(order, instrument))
      violations.push(`3: order ${order.id} holds ${holds}, too little for its rest`);
    if (order.side === 'sell' && holds !== order.quantity - order.quantityFilled)
      violations.push(`3: order ${order.id} holds ${holds}`);
  }
  for (const { row: position } of holdings.intraday.values()) {
    const quoteAsset = state.accountSide.facts.instruments.get(position.instrumentId)?.quoteAsset;
    const key = `stock ${quoteAsset}`;
    held.set(key, (held.get(key) ?? 0n) + position.margin);
  }
  for (const [wallet, purses] of Object.entries(holdings.purses)) {
    for (const [assetId, purse] of purses) {
      const sum = held.get(`${wallet} ${assetId}`) ?? 0n;
      if (purse.held.amount !== sum)
        violations.push(
          `3: account ${row.row.accountId} holds ${purse.held.amount} ${assetId}, orders ${sum}`,
        );
    }
  }
  return violations;
}

/** 4: nothing within the day costs or holds anything when it is closed, and orders that close ask for no more than is open. */
function wrongIntraday({ holdings, orders, row }: Account): string[] {
  const violations: string[] = [];
  for (const { row: position } of holdings.intraday.values()) {
    const { instrumentId, quantity, value, charges, margin } = position;
    const at = `${instrumentId} of ${row.row.accountId} within the day`;
    if (value < 0n || charges < 0n || margin < 0n)
      violations.push(`4: ${at} has less than nothing behind it`);
    if (quantity === 0n && (value !== 0n || charges !== 0n || margin !== 0n))
      violations.push(`4: ${at} is closed and still costs`);
  }
  const closing = new Map<string, bigint>();
  for (const { row: order } of orders.values()) {
    if (order.intraday?.isClosing !== true) continue;
    const left = order.quantity - order.quantityFilled;
    closing.set(
      order.instrumentId,
      (closing.get(order.instrumentId) ?? 0n) + (order.side === 'buy' ? left : -left),
    );
  }
  for (const [instrumentId, signed] of closing) {
    const open =
      [...holdings.intraday.values()].find((one) => one.row.instrumentId === instrumentId)?.row.quantity ??
      0n;
    if (open > 0n ? -signed > open || signed > 0n : signed > -open || signed < 0n)
      violations.push(`4: orders of ${row.row.accountId} close ${signed} of ${open} ${instrumentId}`);
  }
  return violations;
}

/** 4: what the house has or lends within the day is what its customers have open. */
function wrongLoans({ accountSide }: CoreState): string[] {
  const lent = new Map<string, bigint>();
  const add = (key: string, units: bigint) => lent.set(key, (lent.get(key) ?? 0n) + units);
  for (const { holdings } of accountSide.accounts.values()) {
    for (const { row } of holdings.intraday.values()) {
      const baseAsset = accountSide.facts.instruments.get(row.instrumentId)?.baseAsset;
      add(`${holdings.lane} ${baseAsset}`, row.quantity);
    }
  }
  for (const { lane, account, assetId, amount } of houseBalancesOf(accountSide)) {
    if ('house' in account && account.house === 'intraday' && assetId.startsWith('EQ:'))
      add(`${lane} ${assetId}`, -amount);
  }
  return [...lent]
    .filter(([, difference]) => difference !== 0n)
    .map(
      ([key, difference]) =>
        `4: ${key} within the day differs by ${difference} from what customers have open`,
    );
}

/** The value of what is left at the limit, rounded down: a floor that needs no charge rules. */
function leastHold(order: Order, instrument: Instrument): bigint {
  const left = order.quantity - order.quantityFilled;
  if (order.side === 'sell') return left;
  const shift = BigInt(instrument.priceScale + instrument.baseScale - instrument.quoteScale);
  return (order.priceLimit * left) / 10n ** (shift > 0n ? shift : 0n);
}

/** 4: lots are what is held of a share; positions are their lots; an empty position has no cost. */
function wrongLots(state: CoreState, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const { accountId } = row.row;
  for (const { row: position } of holdings.positions.values()) {
    if (position.quantity < 0n || position.cost < 0n)
      violations.push(`4: account ${accountId} has less than nothing of ${position.instrumentId}`);
    if (position.quantity === 0n && position.cost !== 0n)
      violations.push(`4: ${position.instrumentId} of ${accountId} costs but is not held`);
    const instrument = state.accountSide.facts.instruments.get(position.instrumentId);
    if (instrument?.kind !== 'stock') continue;
    const { baseAsset } = instrument;
    const lots = (holdings.lots.get(baseAsset) ?? []).map((lot) => lot.row);
    const purse = purseOf(holdings, 'stock', baseAsset);
    const [settled, waiting] = [
      sumOf(lots.filter((lot) => lot.settled)),
      sumOf(lots.filter((lot) => !lot.settled)),
    ];
    const cost = lots.reduce((sum, lot) => sum + lot.costLeft, 0n);
    if (settled !== purse.available.amount + purse.held.amount)
      violations.push(`4: settled lots of ${baseAsset} of ${accountId} are ${settled}`);
    if (waiting !== purse.unsettled.amount)
      violations.push(`4: unsettled lots of ${baseAsset} of ${accountId} are ${waiting}`);
    if (position.quantity !== settled + waiting)
      violations.push(`4: position ${position.instrumentId} of ${accountId} is not its lots`);
    if (position.cost !== cost)
      violations.push(
        `4: position ${position.instrumentId} of ${accountId} does not cost what its lots cost`,
      );
  }
  return [...violations, ...wrongProceeds({ holdings, row })];
}

/** 4: what waits of an asset is what its lots say. */
function wrongProceeds({ holdings, row }: Pick<Account, 'holdings' | 'row'>): string[] {
  const violations: string[] = [];
  const assets = new Set<AssetId>([...holdings.lots.keys(), ...holdings.purses.stock.keys()]);
  for (const assetId of assets) {
    const waiting = sumOf(
      (holdings.lots.get(assetId) ?? []).map((lot) => lot.row).filter((lot) => !lot.settled),
    );
    const unsettled = holdings.purses.stock.get(assetId)?.unsettled.amount ?? 0n;
    if (waiting !== unsettled)
      violations.push(`4: ${unsettled} ${assetId} of ${row.row.accountId} wait, lots say ${waiting}`);
  }
  return violations;
}

function sumOf(lots: readonly { readonly amountLeft: bigint }[]): bigint {
  return lots.reduce((sum, lot) => sum + lot.amountLeft, 0n);
}

/** 12: a book is not crossed, and each side stands by price and then by priority. */
function wrongBook({ book }: LaneBook, name: string): string[] {
  const violations: string[] = [];
  const [bid, ask] = [book.best('buy'), book.best('sell')];
  if (bid !== undefined && ask !== undefined && bid >= ask)
    violations.push(`12: ${name} is crossed at ${bid}/${ask}`);
  for (const side of ['buy', 'sell'] as const) {
    const entries = [...book.entries(side)];
    for (const [place, entry] of entries.entries()) {
      const before = entries[place - 1];
      if (before && !standsBefore(before, entry))
        violations.push(`12: ${name} ${side}: ${entry.id} stands behind ${before.id}`);
    }
  }
  return violations;
}

function standsBefore(one: BookEntry, other: BookEntry): boolean {
  if (one.price !== other.price)
    return one.side === 'buy' ? one.price > other.price : one.price < other.price;
  return one.priority <= other.priority;
}

/** 12: the customers' entries of a book are exactly the open orders, with what is left of each. */
function strangers({ accountSide }: CoreState, at: LaneBook, name: string): string[] {
  const violations: string[] = [];
  let entries = 0;
  for (const side of ['buy', 'sell'] as const) {
    for (const entry of at.book.entries(side)) {
      if (entry.owner === HOUSE_OWNER) continue;
      entries += 1;
      const order = [...accountSide.accounts.values()]
        .find((account) => account.orders.has(orderId(entry.id)))
        ?.orders.get(orderId(entry.id))?.row;
      const shown = order && visibleIn(order);
      if (entry.priority !== order?.priority)
        violations.push(`12: ${name}: entry ${entry.id} lost its place`);
      if (shown !== toQuantity(at, entry.quantity) || order?.side !== side)
        violations.push(`12: ${name}: entry ${entry.id} is not its order`);
    }
  }
  if (entries !== at.resting.size)
    violations.push(`12: ${name}: ${entries} entries, ${at.resting.size} known`);
  const icebergs = [...at.resting.values()].filter(({ iceberg }) => iceberg !== undefined).length;
  if (icebergs !== at.icebergCount)
    violations.push(`12: ${name}: ${icebergs} icebergs of ${at.icebergCount}`);
  return [...violations, ...wrongAuction(accountSide, at, name), ...wrongWaiting({ accountSide }, at, name)];
}

/** What of an order stands in its book: all that is left of it, or an iceberg's visible part. */
function visibleIn({ quantity: whole, quantityFilled: filled, terms }: Order): bigint {
  const left = quantity(whole - filled);
  const each = terms?.quantityShown;
  return each === undefined ? left : visibleOf({ each, left, filled });
}

/** 12: those that wait are exactly the orders in the state new, each behind the trigger that its row says; none that should have fired. */
function wrongWaiting({ accountSide }: Pick<CoreState, 'accountSide'>, at: LaneBook, name: string): string[] {
  const violations: string[] = [];
  for (const { orderId: id, accountId, legs, waitsFor } of at.waiting.values()) {
    const row = accountSide.accounts.get(accountId)?.orders.get(id)?.row;
    if (row?.state.name !== 'new' || row.state.waitsFor !== waitsFor)
      violations.push(`12: ${name}: ${id} waits and is ${row?.state.name}`);
    const prices = [row?.terms?.trigger?.price, row?.terms?.otherLeg?.trigger.price];
    if (legs.some(({ trigger }, nth) => trigger.price !== prices[nth]))
      violations.push(`12: ${name}: ${id} waits for another price than its row says`);
  }
  const expected = [...at.waiting.values()].reduce(
    (count, { legs, trailDistance }) => count + legs.length + (trailDistance === undefined ? 0 : 1),
    0,
  );
  if (expected !== at.triggers.size)
    violations.push(`12: ${name}: ${at.triggers.size} triggers of ${expected} stand in the index`);
  return violations;
}

/** 12: while an auction collects the book is empty, and what it has are exactly open orders with what is left of each. */
function wrongAuction({ accounts }: CoreState['accountSide'], at: LaneBook, name: string): string[] {
  if (!at.auction) return [];
  const violations: string[] = [];
  if (at.book.best('buy') !== undefined || at.book.best('sell') !== undefined)
    violations.push(`12: ${name} has a book beside its auction`);
  for (const collected of at.auction.orders.values()) {
    const order = accounts.get(collected.accountId)?.orders.get(collected.orderId)?.row;
    const left = order && order.quantity - order.quantityFilled;
    if (left !== collected.quantity || order?.priority !== collected.priority)
      violations.push(`12: ${name}: collected order ${collected.orderId} is not its order`);
  }
  return violations;
}

/** 12: every open order stands somewhere, or waits. */
function lostOrders({ accountSide, instrumentSide }: CoreState): string[] {
  const violations: string[] = [];
  for (const { orders } of accountSide.accounts.values()) {
    for (const { row } of orders.values()) {
      const at = instrumentSide.books.get(row.instrumentId)?.[row.lane];
      const stands = at?.resting.has(row.id) || at?.auction?.orders.has(row.id);
      const isThere = row.state.name === 'new' ? at?.waiting.has(row.id) : stands;
      if (!isThere) violations.push(`12: order ${row.id} is ${row.state.name} and stands nowhere`);
    }
  }
  return violations;
}
