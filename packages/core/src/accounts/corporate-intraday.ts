import type { Account, AccountSide } from '#accounts/account.ts';
import type { CorporateAct } from '#command.ts';
import type { ShareTerms } from '#corporate-terms.ts';
import type { Instrument } from '#instrument.ts';
import { houseCell, purseOf } from '#ledger/cells.ts';
import { LOT_WALLET } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import { amount, divide, quantity, smaller, tradeValue } from '#values/index.ts';

interface Acting {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly command: CorporateAct;
  readonly terms: ShareTerms;
}

/**
 * What is open within the day becomes as many new shares at the same value, so that its average price follows; its margin stays. The shares
 * that the house has for it, or lent, change with it.
 */
export function actOnIntraday(side: AccountSide, acting: Acting, recorder: Recorder): void {
  const { account, instrument, command, terms } = acting;
  const { lane, intraday } = account.holdings;
  const position = intraday.get(instrument.id);
  if (!position || position.row.quantity === 0n) return;
  const { row } = position;
  const isLong = row.quantity > 0n;
  const open = isLong ? row.quantity : -row.quantity;
  const dividend = open * terms.sharesAfter;
  const whole = divide({ dividend, divisor: terms.sharesBefore, rounding: 'down' });
  const owner = { lane, ledger: side.house[lane] };
  const outside = houseCell(owner, 'outside', instrument.baseAsset);
  const lender = houseCell(owner, 'intraday', instrument.baseAsset);
  const [from, to] = isLong ? [outside, lender] : [lender, outside];
  post(recorder, { from, to, amount: amount(whole - open) }, causeOf(command));
  replaceRow({ recorder, list: recorder.intraday }, position, {
    ...row,
    quantity: amount(isLong ? whole : -whole),
  });
  settleFraction(side, acting, { rest: dividend - whole * terms.sharesBefore, isLong, recorder });
}

/**
 * The part of a share that no whole share came of, at the published price, rounded half up: paid to whoever bought first, and by whoever
 * sold first, out of what is available. A customer never owes.
 */
function settleFraction(
  side: AccountSide,
  { account, instrument, command, terms }: Acting,
  of: { readonly rest: bigint; readonly isLong: boolean; readonly recorder: Recorder },
): void {
  const { holdings } = account;
  const { lane } = holdings;
  const value = tradeValue({
    price: terms.fractionPrice,
    quantity: quantity(of.rest),
    scales: instrument,
    rounding: 'half-up',
  });
  const due = divide({ dividend: value, divisor: terms.sharesBefore, rounding: 'half-up' });
  const outside = houseCell({ lane, ledger: side.house[lane] }, 'outside', instrument.quoteAsset);
  const { available } = purseOf(holdings, LOT_WALLET, instrument.quoteAsset);
  const [from, to] = of.isLong ? [outside, available] : [available, outside];
  const paid = of.isLong ? due : smaller<bigint>(due, available.amount);
  post(of.recorder, { from, to, amount: amount(paid) }, causeOf(command));
}

function causeOf({ clientId }: CorporateAct) {
  return { kind: 'corporateAction', ruleVersion: clientId } as const;
}
