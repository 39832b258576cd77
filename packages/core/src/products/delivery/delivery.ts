import { assetBalanceOf } from '#ledger/cells.ts';
import { addLot, changeLot, dropSpentLots, leftWhenSettled, lotsOf, positionOf } from '#ledger/holdings.ts';
import { replaceRow, type Tracked } from '#ledger/recorder.ts';
import { chargesOfVersion, type Facts, settlementDayAt, versionNow } from '#model/facts.ts';
import type { SettlementDay } from '#model/instrument.ts';
import type { Lot, Position } from '#model/ledger.ts';
import { wrongApplications, wrongEntitlements, wrongLots } from '#products/delivery/invariants.ts';
import { moveLots, takeFromLots } from '#products/delivery/move-lots.ts';
import { deliveryOffer } from '#products/delivery/offer.ts';
import { applicationsCover } from '#products/delivery/rights.ts';
import { deliveryTraffic } from '#products/delivery/traffic.ts';
import { fullyPaid, type Proceeds } from '#products/fully-paid.ts';
import {
  type ChargeLine,
  chargesOwed,
  coveredBy,
  type Product,
  sumOf,
  type Trade,
} from '#products/product.ts';
import { AUCTION_SWEEPS, BOOK_SWEEPS } from '#products/sweeps.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  type AssetId,
  amount,
  assert,
  chargesTotal,
  DAY_MS,
  divide,
  greater,
  INDIA_OFFSET_MS,
  type InstantMs,
  type StockChargeRules,
  smaller,
  stockCharges,
  stockHold,
  tradeValue,
} from '#values/index.ts';

/**
 * Share of the proceeds of settled shares that is usable at once,
 * in percent (rules 2.7); the rest waits for the next trading day.
 */
export const PROCEEDS_USABLE_PERCENT = 80n;

/**
 * Delivery trading in shares: bought shares and a part of sale proceeds wait; lots leave first in, first out.
 */
export const delivery: Product = fullyPaid({
  offer: deliveryOffer,
  violations: (side, account) => [
    ...wrongLots(side, account),
    ...wrongEntitlements(side, account),
    ...wrongApplications(side, account),
  ],
  lossCover: applicationsCover,
  holdsNeeded: {
    application: ({ holdings }, ownerId) =>
      (holdings.entitlements.get(ownerId)?.row.quantityApplied ?? 0n) > 0n,
  },
  wallet: 'stock',
  rows: ['lots', 'positions', 'entitlements'],
  sweeps: {
    accounts: ['settlement', 'expiry', 'rightsClose', 'corporate'],
    books: [...BOOK_SWEEPS, ...AUCTION_SWEEPS],
  },
  traffic: deliveryTraffic,
  moveHolding: moveLots,

  ruleVersionNow: ({ charges }, { quoteAsset }) =>
    versionNow(charges, { name: deliveryOffer.charges, currency: quoteAsset }),

  buyHold: ({ facts, valueAtLimit, order }) => stockHold(valueAtLimit, rulesOf(facts, order.ruleVersion)),

  /** As if it were the day's first sale of its share. */
  chargesAtWorst(facts, { side, priceLimit, quantity, ruleVersion }, scales) {
    const turnover = tradeValue({ price: priceLimit, quantity, scales, rounding: 'up' });
    return chargesTotal(
      stockCharges({ side, turnover, depositoryPaid: amount(0n) }, rulesOf(facts, ruleVersion)),
    );
  },

  buyCharges: (trade) => owed(trade, amount(0n)),

  boughtInto({ holdings, instrument }) {
    const assetBalance = assetBalanceOf(holdings, 'stock', instrument.baseAsset);
    return instrument.lockDays === 0 ? assetBalance.available : assetBalance.unsettled;
  },

  recordPurchase(trade, cost) {
    const { holdings, instrument, recorder } = trade;
    growLot(trade, { kind: 'shares', amountLeft: bought(trade), amountOriginal: bought(trade), cost });
    const position = positionOf(holdings, instrument.id);
    replaceRow({ recorder, list: recorder.positions }, position, {
      ...position.row,
      quantity: amount(position.row.quantity + bought(trade)),
      cost: amount(position.row.cost + cost),
    });
  },

  saleProceeds(trade) {
    const earlier = waitingIn(growingLot(trade, 'proceeds'));
    const charges = coveredBy(owed(trade, depositoryOfOthers(trade)), trade.value + earlier);
    const total = sumOf(charges);
    const fromValue = smaller<bigint>(total, trade.value);
    const net = trade.value - fromValue;
    const usable = divide({ dividend: net * PROCEEDS_USABLE_PERCENT, divisor: 100n, rounding: 'down' });
    assert(usable >= 0n && usable <= net, 'Invariant: the usable part of proceeds is a part of them');
    assert(total - fromValue <= earlier, 'Invariant: charges take no more than the proceeds that wait');
    return { charges, unsettled: amount(net - usable), fromUnsettled: amount(total - fromValue) };
  },

  recordSale(trade, proceeds) {
    const { holdings, instrument, recorder } = trade;
    const costOut = takeShares(trade);
    const total = sumOf(proceeds.charges);
    growLot(trade, {
      kind: 'proceeds',
      amountOriginal: amount(trade.value - total),
      amountLeft: amount(proceeds.unsettled - proceeds.fromUnsettled),
      cost: amount(0n),
    });
    const position = positionOf(holdings, instrument.id);
    const profit = trade.value - total - costOut;
    assert(
      position.row.quantity >= bought(trade) && position.row.cost >= costOut,
      'Invariant: a sale takes no more shares and no more cost than the position has',
    );
    replaceRow({ recorder, list: recorder.positions }, position, {
      ...position.row,
      quantity: amount(position.row.quantity - bought(trade)),
      cost: amount(position.row.cost - costOut),
      profitRealised: amount(position.row.profitRealised + profit),
      ...depositoryAfter(trade, proceeds),
    });
    return amount(profit);
  },
});

function rulesOf(facts: Facts, version: string): StockChargeRules {
  return chargesOfVersion(facts.charges, { name: 'stockCharges', version });
}

function dayOf({ facts, instrument, recorder }: Trade): SettlementDay {
  const session = facts.sessions.get(instrument.venue);
  assert(session !== undefined, 'Condition: the session of a venue is loaded before it trades');
  return settlementDayAt(session, recorder.atMs);
}

/** Shares as an amount of the base asset: a quantity and an amount of it have the same decimals. */
function bought({ quantity }: Trade): Amount {
  return amount(quantity);
}

/** The charges on the order's whole turnover so far, less what is posted (rules 2.1). */
function owed({ facts, order }: Trade, depositoryPaid: Amount): ChargeLine[] {
  const turnover = amount(order.turnoverTaken + order.turnoverMade);
  const due = stockCharges({ side: order.side, turnover, depositoryPaid }, rulesOf(facts, order.ruleVersion));
  return chargesOwed(order, [
    ['brokerage', due.brokerage],
    ['securitiesTax', due.securitiesTax],
    ['exchangeFee', due.exchangeFee],
    ['regulatorFee', due.regulatorFee],
    ['stampDuty', due.stampDuty],
    ['goodsAndServicesTax', due.goodsAndServicesTax],
    ['depositoryCharge', due.depositoryCharge],
  ]);
}

/** Part of the day's depository charge that sales beside this order, which keeps its own, have paid. */
function depositoryOfOthers(trade: Trade): Amount {
  const { holdings, instrument, order, facts, recorder } = trade;
  const whole = rulesOf(facts, order.ruleVersion).depositoryCharge;
  if (!holdsRule(recorder, 'depositoryByDay')) return owesDepository(trade) ? amount(0n) : whole;
  const { row } = positionOf(holdings, instrument.id);
  if (row.depositoryChargedDay !== dayOf(trade).tradingDay) return amount(0n);
  if (row.depositoryPaid === undefined) return whole;
  return amount(greater<bigint>(row.depositoryPaid - (order.charges['depositoryCharge'] ?? 0n), 0n));
}

type DepositoryPaid = Partial<Pick<Position, 'depositoryChargedDay' | 'depositoryPaid'>>;

/** Day and part of the charge that are paid with this sale: a part leaves the rest to the day's next one. */
function depositoryAfter(trade: Trade, proceeds: Proceeds): DepositoryPaid {
  const { tradingDay } = dayOf(trade);
  if (!holdsRule(trade.recorder, 'depositoryByDay'))
    return endsDepository(trade, proceeds) ? { depositoryChargedDay: tradingDay } : {};
  const now = proceeds.charges.find(({ name }) => name === 'depositoryCharge')?.amount ?? 0n;
  if (now === 0n) return {};
  const paid = depositoryOfOthers(trade) + (trade.order.charges['depositoryCharge'] ?? 0n) + now;
  return { depositoryChargedDay: tradingDay, depositoryPaid: amount(paid) };
}

/**
 * Replay before `depositoryByDay`: the depository is paid by the day's first sale of an instrument that pays
 * it whole, whatever others have paid of it.
 */
function owesDepository(trade: Trade): boolean {
  const { holdings, instrument, order, facts, recorder } = trade;
  const paid = order.charges['depositoryCharge'];
  const isWhole = !holdsRule(recorder, 'depositoryOnce')
    ? paid !== undefined
    : paid !== undefined && paid >= rulesOf(facts, order.ruleVersion).depositoryCharge;
  if (isWhole) return true;
  return positionOf(holdings, instrument.id).row.depositoryChargedDay !== dayOf(trade).tradingDay;
}

/** Replay before `depositoryByDay`: whether the day's charge is paid with this sale. */
function endsDepository(trade: Trade, { charges }: Proceeds): boolean {
  if (!owesDepository(trade)) return false;
  if (!holdsRule(trade.recorder, 'depositoryPaidInFull')) return true;
  const { facts, order } = trade;
  const paid = order.charges['depositoryCharge'] ?? 0n;
  const now = charges.find(({ name }) => name === 'depositoryCharge')?.amount ?? 0n;
  return paid + now >= rulesOf(facts, order.ruleVersion).depositoryCharge;
}

/** The lot that takes in what a trade brings, if there is one. */
function growingLot(trade: Trade, kind: Lot['kind']): Tracked<Lot> | undefined {
  return holdsRule(trade.recorder, 'lotsOfADay') ? lotOfDay(trade, kind) : lotOfOrder(trade, kind);
}

/** Lot of the account's trades of this share with the same times, or of proceeds that charges took whole. */
function lotOfDay(trade: Trade, kind: Lot['kind']): Tracked<Lot> | undefined {
  const { holdings, instrument, recorder } = trade;
  const times = lotTimes(trade, kind);
  const today = indianDay(recorder.atMs);
  return lotsOf(holdings, assetOf(trade, kind)).findLast(
    ({ row }) =>
      row.kind === kind &&
      row.orderId !== undefined &&
      row.instrumentId === instrument.id &&
      row.usableAtMs === times.usableAtMs &&
      row.withdrawableAtMs === times.withdrawableAtMs &&
      (!row.settled || row.usableAtMs > recorder.atMs) &&
      indianDay(row.openedAtMs) === today,
  );
}

/** Replay before `lotsOfADay`: the lot that an earlier fill of this order made for the same time. */
function lotOfOrder(trade: Trade, kind: Lot['kind']): Tracked<Lot> | undefined {
  if (trade.order.fillCount === 1) return undefined;
  const { usableAtMs } = lotTimes(trade, kind);
  return lotsOf(trade.holdings, assetOf(trade, kind)).findLast(
    ({ row }) => row.orderId === trade.order.id && !row.settled && row.usableAtMs === usableAtMs,
  );
}

function assetOf({ instrument }: Trade, kind: Lot['kind']): AssetId {
  return kind === 'shares' ? instrument.baseAsset : instrument.quoteAsset;
}

function indianDay(atMs: InstantMs): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
}

/** The part of a lot that is not usable yet: of proceeds, what charges may still take. */
function waitingIn(lot: Tracked<Lot> | undefined): Amount {
  return lot === undefined || lot.row.settled ? amount(0n) : lot.row.amountLeft;
}

interface Growth {
  readonly kind: Lot['kind'];
  readonly amountOriginal: Amount;
  readonly amountLeft: Amount;
  readonly cost: Amount;
}

/** Adds to the lot that stands for the same time, or begins one. */
function growLot(trade: Trade, growth: Growth): void {
  assert(
    growth.amountLeft <= growth.amountOriginal && growth.cost >= 0n,
    'Invariant: a lot grows by no more than came, at a cost',
  );
  const lot = growingLot(trade, growth.kind);
  if (!lot) {
    if (growth.amountLeft > 0n) beginLot(trade, growth);
    return;
  }
  const { holdings, recorder } = trade;
  const grown = {
    ...lot.row,
    amountOriginal: amount(lot.row.amountOriginal + growth.amountOriginal),
    amountLeft: amount(waitingIn(lot) + growth.amountLeft),
    costLeft: amount(lot.row.costLeft + growth.cost),
  };
  // Charges may take all that waits: what is usable of the proceeds may not be withdrawn before its time.
  const kept = grown.amountLeft > 0n ? grown.amountLeft : leftWhenSettled(grown, recorder);
  const settled = grown.amountLeft === 0n && kept > 0n;
  changeLot(holdings, { lot, to: { ...grown, amountLeft: kept, settled } }, recorder);
  if (kept === 0n) dropSpentLots(holdings, lot.row.assetId);
}

function beginLot(trade: Trade, growth: Growth): void {
  const { holdings, instrument, order, recorder } = trade;
  const { kind, amountOriginal, amountLeft, cost } = growth;
  const lot: Lot = {
    sequence: recorder.sequence,
    index: recorder.lotIndex,
    accountId: holdings.accountId,
    kind,
    assetId: assetOf(trade, kind),
    instrumentId: instrument.id,
    orderId: order.id,
    amountOriginal,
    amountLeft,
    costLeft: cost,
    openedAtMs: recorder.atMs,
    ...lotTimes(trade, kind),
    settled: kind === 'shares' && instrument.lockDays === 0,
  };
  recorder.lotIndex += 1;
  addLot(holdings, lot, recorder);
}

function lotTimes(trade: Trade, kind: Lot['kind']): Pick<Lot, 'usableAtMs' | 'withdrawableAtMs'> {
  const day = dayOf(trade);
  if (kind === 'proceeds') {
    return { usableAtMs: day.proceedsUsableAtMs, withdrawableAtMs: day.proceedsWithdrawableAtMs };
  }
  const { oneDay, twoDays } = day.settlesAtMs;
  const at = { 0: trade.recorder.atMs, 1: oneDay, 2: twoDays }[trade.instrument.lockDays];
  return { usableAtMs: at, withdrawableAtMs: at };
}

/** Takes the sold shares from settled lots, oldest first, and returns what they had cost. */
function takeShares(trade: Trade): Amount {
  const { holdings, instrument, recorder, quantity } = trade;
  const taken = takeFromLots(holdings, { assetId: instrument.baseAsset, amount: amount(quantity) }, recorder);
  assert(
    taken.reduce((sum, one) => sum + one.amount, 0n) === quantity,
    'Invariant: the lots give as many shares as are sold',
  );
  return amount(taken.reduce((sum, { cost }) => sum + cost, 0n));
}
