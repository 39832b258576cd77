import type { Account, AccountSide } from '#ledger/account.ts';
import { type AssetBalance, assetBalanceOf, type Cell, houseCell } from '#ledger/cells.ts';
import { addLot, dueAmount, inKeyOrder, positionOf, settleDue } from '#ledger/holdings.ts';
import { holdFor, setHold, spendHold } from '#ledger/holds.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import type { RightsTerms, ShareTerms } from '#model/corporate-terms.ts';
import { settlementDayAt } from '#model/facts.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Entitlement, LOT_WALLET, type Lot, type PostingCause } from '#model/ledger.ts';
import type { Refusal } from '#model/refusal.ts';
import { entitlementAsset } from '#products/delivery/assets.ts';
import type { GivesUp, LossPlace } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  type AssetId,
  amount,
  assert,
  divide,
  formatDecimal,
  greater,
  type InstantMs,
  price,
  type Quantity,
  quantity,
  tradeValue,
} from '#values/index.ts';

/** Entitles a holder by all shares held, settled or not; a part of a share is dropped. */
export function entitle(
  side: AccountSide,
  of: { account: Account; instrument: Instrument; command: CorporateAct; terms: RightsTerms },
  recorder: Recorder,
): void {
  const { holdings } = of.account;
  const { sharesHeld, sharesOffered, priceIssue, closesAtMs } = of.terms;
  const held = holdings.positions.get(of.instrument.id)?.row.quantity ?? amount(0n);
  const whole = divide({ dividend: held * sharesOffered, divisor: sharesHeld, rounding: 'down' });
  if (whole === 0n) return;
  assert(!holdings.entitlements.has(of.command.clientId), 'Invariant: an issue entitles an account once');
  const row: Entitlement = {
    accountId: holdings.accountId,
    issueId: of.command.clientId,
    instrumentId: of.instrument.id,
    quantity: quantity(whole),
    quantityApplied: quantity(0n),
    priceIssue,
    closesAtMs,
  };
  const tracked = track(row);
  holdings.entitlements.set(row.issueId, tracked);
  replaceRow({ recorder, list: recorder.entitlements }, tracked, row);
  const { entitlements, outside } = assetBalancesOf(side, { ...of, tracked });
  post(
    recorder,
    { from: outside.entitlements, to: entitlements.available, amount: amount(whole) },
    causeOf(row),
  );
}

/** An open entitlement of an account, and its share. */
export interface Entitled {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly tracked: Tracked<Entitlement>;
}

/**
 * Applies for so many shares in place of an earlier application, with the money held at once; a refusal
 * changes nothing.
 */
export function applyFor(
  side: AccountSide,
  of: Entitled & { wanted: Quantity },
  recorder: Recorder,
): Entitlement | Refusal {
  const { account, tracked, instrument, wanted } = of;
  const { row } = tracked;
  const { money } = assetBalancesOf(side, of);
  const cost = worth(row, wanted, instrument);
  assert(wanted >= 0n && wanted <= row.quantity, 'Condition: nobody applies for more than they may');
  const holds = applicationHolds(of);
  const more = cost - holds.money.amount();
  const usable = money.available.amount + dueAmount(account.holdings, instrument.quoteAsset, recorder.atMs);
  if (more > usable) return shortOf(instrument, { needed: more, usable });
  settleDue(account.holdings, recorder);
  setHold(holds.money, cost, recorder);
  setHold(holds.entitlements, amount(wanted), recorder);
  replaceRow({ recorder, list: recorder.entitlements }, tracked, { ...row, quantityApplied: wanted });
  return tracked.row;
}

/** Lowers an application, at most to none, until a loss has its money back. */
function giveUpApplied(
  side: AccountSide,
  { needed, ...of }: Entitled & { readonly needed: Amount },
  recorder: Recorder,
): void {
  const { row } = of.tracked;
  const held = applicationHolds(of).money.amount();
  const dividend = row.quantityApplied * greater<bigint>(held - needed, 0n);
  const wanted = quantity(divide({ dividend, divisor: held, rounding: 'down' }));
  const lessened = applyFor(side, { ...of, wanted }, recorder);
  assert(!('code' in lessened), 'Invariant: an application for less needs no money');
  if (!holdsRule(recorder, 'applicationsSayLoss')) return;
  const quantityTaken = quantity((row.quantityTaken ?? 0n) + row.quantityApplied - wanted);
  replaceRow({ recorder, list: recorder.entitlements }, of.tracked, { ...lessened, quantityTaken });
}

/** The two holds of an application: the issue price of each share, and the entitlement itself. */
function applicationHolds({ account: { holdings }, instrument, tracked }: Entitled) {
  const { issueId } = tracked.row;
  const holdOf = (assetId: AssetId) => {
    const key = { ownerKind: 'application', ownerId: issueId, wallet: LOT_WALLET, assetId } as const;
    return holdFor(holdings, key, { ruleVersion: issueId });
  };
  return { money: holdOf(instrument.quoteAsset), entitlements: holdOf(entitlementAsset(instrument)) };
}

function shortOf(instrument: Instrument, short: { needed: bigint; usable: bigint }): Refusal {
  const { quoteAsset, quoteScale } = instrument;
  return {
    code: 'INSUFFICIENT_FUNDS',
    detail: {
      assetId: quoteAsset,
      asset: quoteAsset,
      needed: formatDecimal(short.needed, quoteScale),
      available: formatDecimal(short.usable, quoteScale),
    },
  };
}

/**
 * The issue has closed: the held money pays for what was applied for, which comes as a lot that settles as a
 * purchase of today does; the rest lapses.
 */
export function allot(side: AccountSide, of: Entitled, recorder: Recorder): void {
  const { account, instrument, tracked } = of;
  const { row } = tracked;
  const applied = amount(row.quantityApplied);
  const cost = worth(row, row.quantityApplied, instrument);
  const { entitlements, shares, outside } = assetBalancesOf(side, of);
  const holds = applicationHolds(of);
  const cause = causeOf(row);
  const lapsed = amount(row.quantity - row.quantityApplied);
  assert(holds.money.amount() === cost, 'Invariant: an application holds its whole price');
  spendHold(holds.entitlements, { to: outside.entitlements, amount: applied, cause }, recorder);
  post(recorder, { from: entitlements.available, to: outside.entitlements, amount: lapsed }, cause);
  spendHold(holds.money, { to: outside.money, amount: cost, cause }, recorder);
  const to = instrument.lockDays === 0 ? shares.available : shares.unsettled;
  post(recorder, { from: outside.shares, to, amount: applied }, cause);
  assert(
    holds.money.amount() === 0n && holds.entitlements.amount() === 0n,
    'Invariant: an application that is allotted holds nothing',
  );
  if (applied > 0n) recordShares(side, of, { cost, recorder });
  endEntitlement(account, tracked, { row, recorder });
}

/**
 * A split or a bonus makes other shares of those that an open issue offers: as many more, each for as much
 * less, rounded so that no application needs more money than it holds.
 */
export function adjustEntitlements(
  side: AccountSide,
  of: { account: Account; instrument: Instrument; terms: ShareTerms },
  recorder: Recorder,
): void {
  if (!holdsRule(recorder, 'entitlementsFollowShare')) return;
  const { account, instrument, terms } = of;
  for (const [, tracked] of inKeyOrder(account.holdings.entitlements))
    if (tracked.row.instrumentId === instrument.id)
      adjustEntitlement(side, { account, instrument, tracked }, { terms, recorder });
}

function adjustEntitlement(
  side: AccountSide,
  of: Entitled,
  { terms, recorder }: { readonly terms: ShareTerms; readonly recorder: Recorder },
): void {
  const { tracked, instrument } = of;
  const { row } = tracked;
  const adjusted = adjustedRow(row, terms);
  const { entitlements, outside } = assetBalancesOf(side, of);
  const holds = applicationHolds(of);
  // A price of less than the smallest unit can't be: what would then need more is applied for anew.
  const isCovered = worth(adjusted, adjusted.quantityApplied, instrument) <= holds.money.amount();
  const now = isCovered ? adjusted : { ...adjusted, quantityApplied: quantity(0n) };
  assert(now.quantityApplied <= now.quantity, 'Invariant: nobody applies for more than they may');
  const more = amount(now.quantity - row.quantity);
  post(recorder, { from: outside.entitlements, to: entitlements.available, amount: more }, causeOf(row));
  setHold(holds.money, worth(now, now.quantityApplied, instrument), recorder);
  setHold(holds.entitlements, amount(now.quantityApplied), recorder);
  replaceRow({ recorder, list: recorder.entitlements }, tracked, now);
}

/** Whole shares and whole units of a price, rounded down. */
function adjustedRow(row: Entitlement, { sharesBefore, sharesAfter }: ShareTerms): Entitlement {
  const part = (units: bigint, by: { readonly dividend: bigint; readonly divisor: bigint }): bigint =>
    divide({ dividend: units * by.dividend, divisor: by.divisor, rounding: 'down' });
  const shares = { dividend: sharesAfter, divisor: sharesBefore };
  const priceIssue = part(row.priceIssue, { dividend: sharesBefore, divisor: sharesAfter });
  return {
    ...row,
    quantity: quantity(part(row.quantity, shares)),
    quantityApplied: quantity(part(row.quantityApplied, shares)),
    priceIssue: price(greater<bigint>(priceIssue, 1n)),
  };
}

/**
 * Of an account that begins anew nothing goes on: what it was entitled to is taken back with everything else.
 */
export function endEntitlements(account: Account, recorder: Recorder): void {
  for (const [, tracked] of inKeyOrder(account.holdings.entitlements)) {
    const row = { ...tracked.row, quantityApplied: quantity(0n) };
    endEntitlement(account, tracked, { row, recorder });
  }
}

function endEntitlement(
  account: Account,
  tracked: Tracked<Entitlement>,
  { row, recorder }: { row: Entitlement; recorder: Recorder },
): void {
  replaceRow({ recorder, list: recorder.entitlements }, tracked, { ...row, endedAtMs: recorder.atMs });
  account.holdings.entitlements.delete(row.issueId);
}

/** The new shares as a lot of their own at the issue price, and in the position. */
function recordShares(
  side: AccountSide,
  { account: { holdings }, instrument, tracked }: Entitled,
  { cost, recorder }: { cost: Amount; recorder: Recorder },
): void {
  const shares = amount(tracked.row.quantityApplied);
  const at = settlesAt(side, instrument, recorder.atMs);
  const lot: Lot = {
    sequence: recorder.sequence,
    index: recorder.lotIndex,
    accountId: holdings.accountId,
    kind: 'shares',
    assetId: instrument.baseAsset,
    instrumentId: instrument.id,
    amountOriginal: shares,
    amountLeft: shares,
    costLeft: cost,
    openedAtMs: recorder.atMs,
    usableAtMs: at,
    withdrawableAtMs: at,
    settled: instrument.lockDays === 0,
  };
  recorder.lotIndex += 1;
  addLot(holdings, lot, recorder);
  const position = positionOf(holdings, instrument.id);
  replaceRow({ recorder, list: recorder.positions }, position, {
    ...position.row,
    quantity: amount(position.row.quantity + shares),
    cost: amount(position.row.cost + cost),
  });
}

function settlesAt({ facts }: AccountSide, instrument: Instrument, atMs: InstantMs): InstantMs {
  const session = facts.sessions.get(instrument.venue);
  assert(session !== undefined, 'Condition: the hours of a venue are loaded before its shares settle');
  const { oneDay, twoDays } = settlementDayAt(session, atMs).settlesAtMs;
  return { 0: atMs, 1: oneDay, 2: twoDays }[instrument.lockDays];
}

/** Value of new shares at the issue price. */
function worth({ priceIssue }: Entitlement, shares: Quantity, scales: Instrument): Amount {
  return tradeValue({ price: priceIssue, quantity: shares, scales, rounding: 'up' });
}

/** All that an issue moves: the customer's balances, and the same assets outside. */
function assetBalancesOf(
  side: AccountSide,
  { account: { holdings }, instrument }: Entitled,
): Record<'money' | 'entitlements' | 'shares', AssetBalance> & {
  outside: Record<'money' | 'entitlements' | 'shares', Cell>;
} {
  const owner = { environment: holdings.environment, ledger: side.house[holdings.environment] };
  const assetBalance = (asset: AssetId) => assetBalanceOf(holdings, LOT_WALLET, asset);
  const cell = (asset: AssetId) => houseCell(owner, 'outside', asset);
  const { quoteAsset, baseAsset } = instrument;
  const asset = entitlementAsset(instrument);
  return {
    money: assetBalance(quoteAsset),
    entitlements: assetBalance(asset),
    shares: assetBalance(baseAsset),
    outside: { money: cell(quoteAsset), entitlements: cell(asset), shares: cell(baseAsset) },
  };
}

function causeOf({ issueId }: Entitlement): PostingCause {
  return { kind: 'rights', ruleVersion: issueId };
}

/** Open applications for new shares that have money of the wallet set aside, newest first. */
function applicationsThatHold(
  { facts }: AccountSide,
  account: Account,
  { assetId, wallet }: LossPlace,
): Entitled[] {
  const { holds, entitlements } = account.holdings;
  return Array.from(holds.values(), ({ row }) => row)
    .filter((row) => row.ownerKind === 'application' && row.wallet === wallet && row.assetId === assetId)
    .sort((one, other) => other.sinceMs - one.sinceMs || (one.ownerId < other.ownerId ? 1 : -1))
    .map(({ ownerId }) => {
      const tracked = [...entitlements.values()].find(({ row }) => row.issueId === ownerId);
      assert(tracked !== undefined, 'Invariant: an application has its entitlement');
      const instrument = facts.instruments.get(tracked.row.instrumentId);
      assert(instrument !== undefined, 'Condition: an instrument is loaded before what it entitles to');
      return { account, instrument, tracked };
    });
}

/** Applications cover a loss: the newest first, and as few shares as it takes. */
export function applicationsCover(side: AccountSide, account: Account, of: LossPlace): readonly GivesUp[] {
  return applicationsThatHold(side, account, of).map(
    (entitled) => (needed, recorder) => giveUpApplied(side, { ...entitled, needed }, recorder),
  );
}
