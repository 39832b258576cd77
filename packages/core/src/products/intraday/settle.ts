import { assetBalanceOf, type Cell, houseCell } from '#ledger/cells.ts';
import {
  giveBackHold,
  type HoldAtHand,
  heldByOrder,
  holdFor,
  passToHold,
  spendHold,
  takeHold,
} from '#ledger/holds.ts';
import { post } from '#ledger/post.ts';
import { replaceRow } from '#ledger/recorder.ts';
import type { PostingCause } from '#model/ledger.ts';
import type { IntradayPosition } from '#model/rows/intraday-rows.ts';
import { intradayOwed } from '#products/intraday/charges.ts';
import { marginKey } from '#products/intraday/margin.ts';
import { intradayOf } from '#products/intraday/position.ts';
import { intradayTermsIn } from '#products/intraday/terms.ts';
import { type ChargeLine, coveredBy, type FillResult, sumOf, type Trade } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import { type Amount, amount, assert, divide, RATE_ONE, smaller } from '#values/index.ts';

/** A fill as the part that closes what was open and the part that opens. */
interface Parts {
  readonly closes: bigint;
  readonly closeValue: bigint;
  readonly openValue: bigint;
  /** Parts of the position that go with the quantity closed. */
  readonly valueOut: bigint;
  readonly chargesOut: bigint;
  readonly marginOut: bigint;
}

/**
 * Settles the customer's side of an intraday fill: pays the difference, moves the margin, and gives the
 * order's charges as owed, which the caller posts.
 */
export function settleIntraday(trade: Trade): FillResult {
  const { holdings, instrument, order, recorder, value } = trade;
  const position = intradayOf(holdings, instrument.id, recorder.atMs);
  const assetBalance = assetBalanceOf(holdings, 'stock', instrument.quoteAsset);
  const margin = marginHold(trade);
  const parts = partsOf(position.row, margin.amount(), trade);
  const gain = payDifference(trade, { parts, margin, position: position.row });

  const held = heldByOrder(order);
  const lines = coveredLines(trade, { held, available: assetBalance.available });
  const total = sumOf(lines);
  const chargesHeld = smaller<bigint>(total, held);
  const availableAfter = assetBalance.available.amount - (total - chargesHeld);
  const { openValue } = parts;
  const fromOrder = setMarginAside(trade, margin, { openValue, held: held - chargesHeld, availableAfter });

  const chargesClose = value === 0n ? 0n : part(total, parts.closeValue, value);
  const profit = gain - (parts.closes > 0n ? parts.chargesOut + chargesClose : 0n);
  const row = position.row;
  assert(chargesHeld + fromOrder <= held, 'Invariant: a fill takes no more than its order holds');
  const signed = order.side === 'buy' ? trade.quantity : -trade.quantity;
  const isOpenedAnew = row.quantity === 0n || row.quantity > 0n !== row.quantity + signed > 0n;
  const quantityAfter = row.quantity + signed;
  const valueAfter = row.value - parts.valueOut + parts.openValue;
  const chargesAfter = row.charges - parts.chargesOut + (total - chargesClose);
  assert(
    valueAfter >= 0n && chargesAfter >= 0n,
    'Invariant: an open position has not cost less than nothing',
  );
  assert(quantityAfter !== 0n || valueAfter === 0n, 'Invariant: a position that is closed costs nothing');
  assert(
    quantityAfter !== 0n || margin.amount() === 0n,
    'Invariant: a position that is closed has no margin',
  );
  replaceRow({ recorder, list: recorder.intraday }, position, {
    ...row,
    quantity: amount(quantityAfter),
    value: amount(valueAfter),
    charges: amount(chargesAfter),
    profitRealised: amount(row.profitRealised + profit),
    ...(isOpenedAnew && { openedAtMs: recorder.atMs }),
  });
  const [fromHold, fromAvailable] = splitAt(lines, chargesHeld);
  return {
    charged: [
      { cell: assetBalance.held, lines: fromHold },
      { cell: assetBalance.available, lines: fromAvailable },
    ],
    charges: [...fromHold, ...fromAvailable],
    spent: amount(chargesHeld + fromOrder),
    profitRealised: amount(profit),
  };
}

/** Margin behind the position: a hold of its own. */
function marginHold({ holdings, instrument, order }: Trade): HoldAtHand {
  return holdFor(holdings, marginKey(instrument.id, instrument.quoteAsset), { orderId: order.id });
}

function partsOf(row: IntradayPosition, margin: Amount, { order, quantity, value }: Trade): Parts {
  const open = row.quantity < 0n ? -row.quantity : row.quantity;
  const isOpposite = order.side === 'buy' ? row.quantity < 0n : row.quantity > 0n;
  const closes = isOpposite ? smaller<bigint>(open, quantity) : 0n;
  const closeValue = part(value, closes, quantity);
  return {
    closes,
    closeValue,
    openValue: value - closeValue,
    valueOut: part(row.value, closes, open),
    chargesOut: part(row.charges, closes, open),
    marginOut: part(margin, closes, open),
  };
}

/**
 * A part in proportion, rounded down: what is left over
 * stays with what stays open and leaves with its last share.
 */
function part(whole: bigint, share: bigint, of: bigint): bigint {
  return share === 0n ? 0n : divide({ dividend: whole * share, divisor: of, rounding: 'down' });
}

/**
 * Payment of the result of closing, a loss from margin and available
 * money; what is beyond both is covered at the command's end.
 */
function payDifference(
  trade: Trade,
  at: { parts: Parts; margin: HoldAtHand; position: IntradayPosition },
): bigint {
  const { holdings, recorder } = trade;
  const { parts, margin, position } = at;
  if (parts.closes === 0n) return 0n;
  const house = lenderOf(trade);
  const cause = resultOf(trade);
  const gain = position.quantity > 0n ? parts.closeValue - parts.valueOut : parts.valueOut - parts.closeValue;
  const loss = gain < 0n ? -gain : 0n;
  const fromMargin = smaller(loss, parts.marginOut);
  assert(parts.marginOut <= margin.amount(), 'Invariant: a part of a position has a part of its margin');
  const { available } = margin.assetBalance;
  const fromAvailable = smaller<bigint>(loss - fromMargin, available.amount);
  if (gain > 0n) post(recorder, { from: house, to: available, amount: amount(gain) }, cause);
  spendHold(margin, { to: house, amount: amount(fromMargin), cause }, recorder);
  post(recorder, { from: available, to: house, amount: amount(fromAvailable) }, cause);
  giveBackHold(margin, amount(parts.marginOut - fromMargin), recorder);
  if (!holdsRule(recorder, 'lossBeforeHouseLedger')) return gain > 0n ? gain : -(fromMargin + fromAvailable);
  const uncovered = loss - fromMargin - fromAvailable;
  const { accountId } = holdings;
  if (uncovered > 0n)
    recorder.losses.push({ accountId, amount: amount(uncovered), to: house, cause, wallet: 'stock' });
  return gain;
}

/**
 * Charges of a fill, taken whole: what the customer lacks the house ledger lays out, as a loss. Replay before
 * `chargesTakenWhole`: as far as there was money.
 */
function coveredLines(
  trade: Trade,
  { held, available }: { readonly held: bigint; readonly available: Cell },
): ChargeLine[] {
  const { facts, holdings, order, recorder } = trade;
  const lines = intradayOwed(facts, order);
  const covered = held + available.amount;
  if (!holdsRule(recorder, 'chargesTakenWhole')) return coveredBy(lines, covered);
  const lacking = sumOf(lines) - covered;
  if (lacking <= 0n) return lines;
  const { accountId } = holdings;
  const [house, cause] = [lenderOf(trade), resultOf(trade)];
  post(recorder, { from: house, to: available, amount: amount(lacking) }, cause);
  recorder.losses.push({ accountId, amount: amount(lacking), to: house, cause, wallet: 'stock' });
  return lines;
}

/** Account of the house ledger that pays for what its customers trade within the day. */
function lenderOf({ side, holdings: { environment }, instrument }: Trade): Cell {
  return houseCell({ environment, ledger: side.house[environment] }, 'intraday', instrument.quoteAsset);
}

function resultOf({ order, recorder }: Trade): PostingCause {
  return { kind: 'intradayResult', orderId: order.id, fillIndex: recorder.fills.length };
}

/** Margin of what a fill opens, out of the order's hold, then of what is available; gives the hold's part. */
function setMarginAside(
  { order, recorder }: Trade,
  margin: HoldAtHand,
  at: { openValue: bigint; held: bigint; availableAfter: bigint },
): bigint {
  const { openValue, held, availableAfter } = at;
  const rate = intradayTermsIn(order)?.marginRate;
  assert(rate !== undefined, 'Invariant: only an order within the day sets a margin aside');
  const needed = divide({ dividend: openValue * rate, divisor: RATE_ONE, rounding: 'up' });
  const fromOrder = smaller(needed, held);
  takeHold(margin, amount(smaller(needed - fromOrder, availableAfter)), recorder);
  passToHold(margin, amount(fromOrder), recorder);
  return fromOrder;
}

/** Splits charges at a sum: those that fit into it, and the rest. */
function splitAt(lines: readonly ChargeLine[], sum: bigint): [fits: ChargeLine[], rest: ChargeLine[]] {
  const fits = coveredBy(lines, sum);
  const rest = lines.map((line, index) => ({
    name: line.name,
    amount: amount(line.amount - (fits[index]?.amount ?? 0n)),
  }));
  return [fits, rest];
}
