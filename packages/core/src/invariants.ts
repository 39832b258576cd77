import type { Account } from '#accounts/account.ts';
import { heldAsset } from '#accounts/release.ts';
import { houseBalancesOf, snapshotOf } from '#accounts/snapshot.ts';
import type { Instrument } from '#instrument.ts';
import { LANES, SIDES } from '#instruments/instrument-side.ts';
import { type LaneBook, toQuantity, visibleOf } from '#instruments/lane-book.ts';
import { purseOf } from '#ledger/cells.ts';
import { type BookEntry, entryId, HOUSE_OWNER } from '#matching/order-book.ts';
import type { WaitingOrder } from '#messages.ts';
import type { Order } from '#order.ts';
import { heldOf } from '#orders/life.ts';
import { productOf } from '#products/product-of.ts';
import { commitmentOf } from '#session-end.ts';
import type { CoreState } from '#state.ts';
import {
  type AccountId,
  type AssetId,
  accountId,
  type InstrumentId,
  orderId,
  quantity,
  type Side,
} from '#values/index.ts';

/**
 * What must hold after every command (reliability 2.2), as sentences about what does not. The sums over accounts (1) are checked
 * only when all accounts are loaded, which the caller knows.
 */
export function checkInvariants(state: CoreState, scope: { allLoaded: boolean }): string[] {
  const violations: string[] = [];
  if (scope.allLoaded) violations.push(...unbalanced(state), ...wrongLoans(state));
  for (const id of state.accountSide.accounts.keys()) violations.push(...checkAccount(state, id));
  for (const instrumentId of state.instrumentSide.books.keys())
    violations.push(...checkBooks(state, instrumentId, { entriesMax: Number.POSITIVE_INFINITY }));
  return [...violations, ...wrongSeeds(state), ...checkOrderCount(state)];
}

/** The part of it that one loaded account and its orders can break, so that a server that trades can look at one after the other. */
export function checkAccount(state: CoreState, id: AccountId): string[] {
  const account = state.accountSide.accounts.get(id);
  if (!account) return [];
  return [
    ...belowZero(account),
    ...wrongLanes(account),
    ...wrongHolds(state, account),
    ...wrongLots(state, account),
    ...wrongIntraday(account),
    ...wrongEntitlements(state, account),
    ...[...account.orders.values()].flatMap(({ row }) => wrongPlace(state, row)),
  ];
}

/** The part of it that the books of one instrument can break; of long books, the best `entriesMax` of each side. */
export function checkBooks(
  state: CoreState,
  instrumentId: InstrumentId,
  { entriesMax }: { readonly entriesMax: number },
): string[] {
  const books = state.instrumentSide.books.get(instrumentId);
  if (!books) return [];
  return LANES.flatMap((lane) => {
    const seen = seenOf(books[lane], { name: `${instrumentId} ${lane}`, entriesMax });
    return [...wrongBook(seen), ...strangers(state, seen), ...(seen.isWhole ? wrongCounts(seen) : [])];
  });
}

/** 12: as many orders are open as stand in the books or wait. */
export function checkOrderCount({ accountSide, instrumentSide }: CoreState): string[] {
  let open = 0;
  for (const { orders } of accountSide.accounts.values()) open += orders.size;
  let standing = 0;
  for (const books of instrumentSide.books.values()) {
    for (const lane of LANES) {
      const { resting, waiting, auction } = books[lane];
      standing += resting.size + waiting.size + (auction?.orders.size ?? 0);
    }
  }
  return open === standing ? [] : [`12: ${open} orders are open, and ${standing} stand in the books`];
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
      'accountId' in account || ['NSE_SIM', 'COIN_SIM', 'outside', 'intraday'].includes(account.house);
    if (amount < 0n && !mayOwe) violations.push(`2: ${key} of ${JSON.stringify(account)} is ${amount}`);
  }
  for (const [key, sum] of sums) if (sum !== 0n) violations.push(`1: ${key} sums to ${sum}`);
  return violations;
}

/** 2: a customer has never less than nothing. */
function belowZero({ holdings, row }: Account): string[] {
  const violations: string[] = [];
  for (const [wallet, purses] of Object.entries(holdings.purses)) {
    for (const [assetId, { available, held, unsettled }] of purses) {
      for (const { amount } of [available, held, unsettled])
        if (amount < 0n)
          violations.push(`2: account ${row.row.accountId} has ${amount} ${assetId} (${wallet})`);
    }
  }
  return violations;
}

/** 11: what belongs to an account is of its lane. */
function wrongLanes({ row: { row }, holdings, orders }: Account): string[] {
  const isWrong =
    holdings.lane !== row.lane || [...orders.values()].some((order) => order.row.lane !== row.lane);
  return isWrong ? [`11: account ${row.accountId} has something of the other lane`] : [];
}

/** 3: what is held is exactly what open orders, positions within the day and applications hold, and each order enough for what is left of it. */
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
  for (const { row: entitlement } of holdings.entitlements.values()) {
    const instrument = state.accountSide.facts.instruments.get(entitlement.instrumentId);
    const add = (key: string, units: bigint) => held.set(key, (held.get(key) ?? 0n) + units);
    add(`stock ${instrument?.quoteAsset}`, entitlement.quantityApplied * entitlement.priceIssue);
    add(`stock RE:${instrument?.symbol}`, entitlement.quantityApplied);
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

/** 4: what an account is entitled to stands in its ledger, and nobody applies for more. */
function wrongEntitlements(state: CoreState, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const entitled = new Map<string, bigint>();
  for (const { row: one } of holdings.entitlements.values()) {
    const asset = `RE:${state.accountSide.facts.instruments.get(one.instrumentId)?.symbol}`;
    entitled.set(asset, (entitled.get(asset) ?? 0n) + one.quantity);
    if (one.quantityApplied < 0n || one.quantityApplied > one.quantity || one.endedAtMs !== undefined)
      violations.push(`4: account ${row.row.accountId} applied for ${one.quantityApplied} of ${one.issueId}`);
  }
  for (const [assetId, { available, held }] of holdings.purses.stock) {
    if (!assetId.startsWith('RE:')) continue;
    const due = entitled.get(assetId) ?? 0n;
    if (available.amount + held.amount !== due)
      violations.push(`4: account ${row.row.accountId} has ${available.amount} ${assetId} free of ${due}`);
    entitled.delete(assetId);
  }
  for (const [asset, due] of entitled)
    violations.push(`4: account ${row.row.accountId} lacks ${due} ${asset}`);
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

/** A book with the entries of it that are looked at. */
interface Seen {
  readonly at: LaneBook;
  readonly entries: Readonly<Record<Side, readonly BookEntry[]>>;
  readonly isWhole: boolean;
  readonly name: string;
}

function seenOf(at: LaneBook, { name, entriesMax }: { name: string; entriesMax: number }): Seen {
  let isWhole = true;
  const best = (side: Side): BookEntry[] => {
    const entries: BookEntry[] = [];
    for (const entry of at.book.entries(side)) {
      isWhole &&= entries.length < entriesMax;
      if (!isWhole) break;
      entries.push(entry);
    }
    return entries;
  };
  const entries = { buy: best('buy'), sell: best('sell') };
  return { at, entries, isWhole, name };
}

/** 12: a book is not crossed, is empty while an auction collects, and each side stands by price and then by priority. */
function wrongBook({ at: { book, auction }, entries, name }: Seen): string[] {
  const violations: string[] = [];
  const [bid, ask] = [book.best('buy'), book.best('sell')];
  if (bid !== undefined && ask !== undefined && bid >= ask)
    violations.push(`12: ${name} is crossed at ${bid}/${ask}`);
  if (auction && (bid !== undefined || ask !== undefined))
    violations.push(`12: ${name} has a book beside its auction`);
  for (const side of SIDES) {
    for (const [place, entry] of entries[side].entries()) {
      const before = entries[side][place - 1];
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

/** 12: each entry of a customer is an open order, with its place and what is left of it. */
function strangers({ accountSide }: CoreState, { at, entries, name }: Seen): string[] {
  const violations: string[] = [];
  for (const entry of [...entries.buy, ...entries.sell]) {
    if (entry.owner === HOUSE_OWNER) continue;
    const order = accountSide.accounts.get(accountId(entry.owner))?.orders.get(orderId(entry.id))?.row;
    if (!order || !isEntryOf(at, entry, order))
      violations.push(`12: ${name}: entry ${entry.id} is not its order`);
  }
  return violations;
}

function isEntryOf(at: LaneBook, entry: BookEntry, order: Order): boolean {
  const isInPlace = entry.priority === order.priority && entry.side === order.side;
  return isInPlace && toQuantity(at, entry.quantity) === visibleIn(order);
}

/** What of an order stands in its book: all that is left of it, or an iceberg's visible part. */
function visibleIn({ quantity: whole, quantityFilled: filled, terms }: Order): bigint {
  const left = quantity(whole - filled);
  const each = terms?.quantityShown;
  return each === undefined ? left : visibleOf({ each, left, filled });
}

/** 12: what is kept beside a book counts what is in it. */
function wrongCounts({ at, entries, name }: Seen): string[] {
  const violations: string[] = [];
  const standing = [...entries.buy, ...entries.sell].filter(({ owner }) => owner !== HOUSE_OWNER).length;
  if (standing !== at.resting.size)
    violations.push(`12: ${name}: ${standing} entries, ${at.resting.size} known`);
  const icebergs = [...at.resting.values()].filter(({ iceberg }) => iceberg !== undefined).length;
  if (icebergs !== at.icebergCount)
    violations.push(`12: ${name}: ${icebergs} icebergs of ${at.icebergCount}`);
  const triggers = [...at.waiting.values()].reduce(
    (count, { legs, trailDistance }) => count + legs.length + (trailDistance === undefined ? 0 : 1),
    0,
  );
  if (triggers !== at.triggers.size)
    violations.push(`12: ${name}: ${at.triggers.size} triggers of ${triggers} stand in the index`);
  return violations;
}

/** 12: an open order stands in its book or its auction with what is left of it, or waits for what its row says. */
function wrongPlace({ instrumentSide }: CoreState, order: Order): string[] {
  const { id, instrumentId, lane, state, priority } = order;
  const at = instrumentSide.books.get(instrumentId)?.[lane];
  if (!at) return [`12: order ${id} is open, and ${instrumentId} has no book`];
  if (state.name === 'new') return isWaitingAs(at.waiting.get(id), order) ? [] : [lost(order)];
  const collected = at.auction?.orders.get(id);
  if (collected) {
    const isWhole = collected.quantity === order.quantity - order.quantityFilled;
    return isWhole && collected.priority === priority ? [] : [`12: collected order ${id} is not its order`];
  }
  const entry = at.resting.has(id) ? at.book.find(entryId(id)) : undefined;
  if (!entry) return [lost(order)];
  return isEntryOf(at, entry, order) ? [] : [`12: order ${id} stands in its book as another`];
}

function isWaitingAs(waiting: WaitingOrder | undefined, { state, terms }: Order): boolean {
  if (!waiting || state.name !== 'new' || waiting.waitsFor !== state.waitsFor) return false;
  const prices = [terms?.trigger?.price, terms?.otherLeg?.trigger.price];
  return waiting.legs.every(({ trigger }, nth) => trigger.price === prices[nth]);
}

function lost({ id, state }: Order): string {
  return `12: order ${id} is ${state.name} and stands nowhere`;
}

/** 15: a seed that was told is the one whose hash was published. */
function wrongSeeds({ instrumentSide }: CoreState): string[] {
  return [...instrumentSide.facts.endSeeds.values()].flatMap(({ tradingDay, commitment, seed }) =>
    seed === undefined || commitmentOf({ tradingDay, seed }) === commitment
      ? []
      : [`15: the seed of ${tradingDay} is not what was published`],
  );
}
