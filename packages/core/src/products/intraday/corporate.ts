import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import type { CorporateTerms, RightsTerms, ShareTerms } from '#model/corporate-terms.ts';
import type { Instrument } from '#model/instrument.ts';
import { LOT_WALLET } from '#model/ledger.ts';
import { intradayOf } from '#products/intraday/position.ts';
import { holdsRule } from '#rules-version.ts';
import { amount, assert, divide, type Price, price, quantity, smaller, tradeValue } from '#values/index.ts';

interface Acting {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly command: CorporateAct;
  readonly terms: CorporateTerms;
}

/**
 * Corporate action on an intraday position: as many new shares at the same value and margin, or for a rights
 * issue its price as a dividend. A position carried overnight counts as held, or owed.
 */
export function actOnIntraday(side: AccountSide, acting: Acting, recorder: Recorder): void {
  const { terms } = acting;
  const open = acting.account.holdings.intraday.get(acting.instrument.id)?.row.quantity ?? 0n;
  if (open === 0n) return;
  if (terms.kind === 'dividend') {
    const due = (open > 0n ? open : -open) * terms.amountPerShare;
    settle(side, acting, { due, isLong: open > 0n, recorder });
  } else if (terms.kind === 'rights') settleRight(side, { ...acting, terms }, { open, recorder });
  else changeShares(side, { ...acting, terms }, recorder);
}

/** The shares that the house ledger has for a position, or lent, change with it. */
function changeShares(side: AccountSide, acting: Acting & { terms: ShareTerms }, recorder: Recorder): void {
  const { account, instrument, command, terms } = acting;
  const { environment } = account.holdings;
  const position = intradayOf(account.holdings, instrument.id, recorder.atMs);
  const { row } = position;
  const isLong = row.quantity > 0n;
  const open = isLong ? row.quantity : -row.quantity;
  const dividend = open * terms.sharesAfter;
  const whole = divide({ dividend, divisor: terms.sharesBefore, rounding: 'down' });
  const owner = { environment, ledger: side.house[environment] };
  const outside = houseCell(owner, 'outside', instrument.baseAsset);
  const lender = houseCell(owner, 'intraday', instrument.baseAsset);
  const [from, to] = isLong ? [outside, lender] : [lender, outside];
  post(recorder, { from, to, amount: amount(whole - open) }, causeOf(command));
  replaceRow({ recorder, list: recorder.intraday }, position, {
    ...row,
    quantity: amount(isLong ? whole : -whole),
  });
  const rest = dividend - whole * terms.sharesBefore;
  assert(whole >= open && rest < terms.sharesBefore, 'Invariant: what is paid is less than a share');
  const due = worthOf(acting, { at: terms.fractionPrice, of: rest, divisor: terms.sharesBefore });
  settle(side, acting, { due, isLong, recorder });
}

/**
 * The worth of the right of the shares that are open: how far
 * the theoretical price is below the close, rounded half up.
 */
function settleRight(
  side: AccountSide,
  acting: Acting & { terms: RightsTerms },
  { open, recorder }: { readonly open: bigint; readonly recorder: Recorder },
): void {
  const { sharesHeld, sharesOffered, priceIssue, priceCum } = acting.terms;
  if (priceIssue >= priceCum) return;
  const isLong = open > 0n;
  const shares = (isLong ? open : -open) * sharesOffered;
  const due = worthOf(acting, {
    at: price(priceCum - priceIssue),
    of: shares,
    divisor: sharesHeld + sharesOffered,
  });
  settle(side, acting, { due, isLong, recorder });
}

/** A number of shares divided, at a price, rounded half up. */
function worthOf(
  { instrument: scales }: Acting,
  { at, of, divisor }: { readonly at: Price; readonly of: bigint; readonly divisor: bigint },
): bigint {
  const value = tradeValue({ price: at, quantity: quantity(of), scales, rounding: 'half-up' });
  return divide({ dividend: value, divisor, rounding: 'half-up' });
}

/**
 * Pays the first buyer, out of the first seller's available money and then of other orders' holds; a customer
 * never owes.
 */
function settle(
  side: AccountSide,
  { account: { holdings }, instrument, command }: Acting,
  of: { readonly due: bigint; readonly isLong: boolean; readonly recorder: Recorder },
): void {
  const { environment } = holdings;
  const outside = houseCell(
    { environment, ledger: side.house[environment] },
    'outside',
    instrument.quoteAsset,
  );
  const { available } = assetBalanceOf(holdings, LOT_WALLET, instrument.quoteAsset);
  const [from, to] = of.isLong ? [outside, available] : [available, outside];
  assert(of.due >= 0n, 'Invariant: a corporate action takes nothing from who holds');
  const paid = of.isLong ? of.due : smaller<bigint>(of.due, available.amount);
  const cause = causeOf(command);
  post(of.recorder, { from, to, amount: amount(paid) }, cause);
  const uncovered = amount(of.due - paid);
  const { accountId } = holdings;
  if (uncovered > 0n && holdsRule(of.recorder, 'lossBeforeHouseLedger'))
    of.recorder.losses.push({ accountId, amount: uncovered, to, cause, wallet: LOT_WALLET });
}

/** A payment in the place of a dividend is none: who holds no share has none for the tax either. */
function causeOf({ clientId }: CorporateAct) {
  return { kind: 'corporateAction', ruleVersion: clientId } as const;
}
