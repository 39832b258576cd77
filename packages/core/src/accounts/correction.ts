import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { CorrectionPost } from '#model/commands/account-commands.ts';
import type { Facts } from '#model/facts.ts';
import type { Refusal } from '#model/refusal.ts';
import { usualProduct } from '#products/list.ts';
import { amount, formatDecimal } from '#values/index.ts';

/** Posts a correction, of a frozen account too, or says why not and changes nothing. */
export function correct(
  side: AccountSide,
  { account, command }: { readonly account: Account; readonly command: CorrectionPost },
  recorder: Recorder,
): Refusal | undefined {
  const { row } = account.row;
  if (row.parentId !== undefined) return { code: 'ACCOUNT_UNKNOWN' };
  if (row.status === 'closed') return { code: 'ACCOUNT_FROZEN', detail: { status: row.status } };
  const scale = moneyScale(side.facts, command);
  if (scale === undefined) return { code: 'INSTRUMENT_UNKNOWN' };
  const { wallet, assetId, amount: moved, ruleVersion, direction } = command;
  const text = (units: bigint) => formatDecimal(units, scale);
  if (moved <= 0n) return { code: 'QUANTITY_MIN', detail: { quantityMin: text(1n) } };
  const { holdings } = account;
  const { available } = assetBalanceOf(holdings, wallet, assetId);
  const isOut = direction === 'fromAccount';
  const usable = amount(available.amount + dueAmount(holdings, assetId, recorder.atMs));
  if (isOut && usable < moved)
    return { code: 'INSUFFICIENT_FUNDS', detail: { assetId, needed: text(moved), available: text(usable) } };
  if (isOut) settleDue(holdings, recorder);
  const { environment } = holdings;
  const house = houseCell({ environment, ledger: side.house[environment] }, command.house, assetId);
  const [from, to] = isOut ? [available, house] : [house, available];
  post(recorder, { from, to, amount: moved }, { kind: 'correction', ruleVersion });
  return undefined;
}

/** Decimals of money in a wallet; undefined for shares and coins, whose lots and cost no posting mends. */
function moneyScale(facts: Facts, { wallet, assetId }: CorrectionPost): number | undefined {
  for (const instrument of facts.instruments.values())
    if (instrument.quoteAsset === assetId && usualProduct(instrument).wallet === wallet)
      return instrument.quoteScale;
  return undefined;
}
