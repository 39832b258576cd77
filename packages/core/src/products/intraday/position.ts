import type { AccountSide } from '#ledger/account.ts';
import { houseCell } from '#ledger/cells.ts';
import { type Holdings, inKeyOrder } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { IntradayPosition } from '#model/rows/intraday-rows.ts';
import { amount, assert, type InstantMs, type InstrumentId } from '#values/index.ts';

/** The position within the day; made empty when the account meets the instrument for the first time. */
export function intradayOf(
  holdings: Holdings,
  instrumentId: InstrumentId,
  atMs: InstantMs,
): Tracked<IntradayPosition> {
  const known = holdings.intraday.get(instrumentId);
  assert(
    known === undefined || known.row.accountId === holdings.accountId,
    'Invariant: a position stands with the account that owns it',
  );
  if (known) return known;
  const none = amount(0n);
  const position = track<IntradayPosition>({
    accountId: holdings.accountId,
    instrumentId,
    quantity: none,
    value: none,
    charges: none,
    profitRealised: none,
    openedAtMs: atMs,
  });
  holdings.intraday.set(instrumentId, position);
  return position;
}

/** Ends all that an account has open within the day: it begins anew. */
export function endAllIntraday(side: AccountSide, holdings: Holdings, recorder: Recorder): void {
  for (const [, position] of inKeyOrder(holdings.intraday)) endIntraday(side, position, recorder);
}

/**
 * A position within the day ends at its cost: the house ledger gives
 * its shares, or its debt of shares, and takes the price back.
 */
function endIntraday(side: AccountSide, position: Tracked<IntradayPosition>, recorder: Recorder): void {
  const { row } = position;
  const instrument = side.facts.instruments.get(row.instrumentId);
  const environment = side.accounts.get(row.accountId)?.holdings.environment;
  assert(
    instrument !== undefined && environment !== undefined,
    'Condition: what is open is of a loaded instrument and account',
  );
  const of = { environment, ledger: side.house[environment] };
  const cells = (asset: Instrument['baseAsset']) =>
    [houseCell(of, 'intraday', asset), houseCell(of, 'outside', asset)] as const;
  const [shareCell, shareCellOutside] = cells(instrument.baseAsset);
  const [money, moneyOutside] = cells(instrument.quoteAsset);
  const isLong = row.quantity > 0n;
  const shares = amount(isLong ? row.quantity : -row.quantity);
  const [sharesFrom, sharesTo] = isLong ? [shareCell, shareCellOutside] : [shareCellOutside, shareCell];
  const [moneyFrom, moneyTo] = isLong ? [moneyOutside, money] : [money, moneyOutside];
  post(recorder, { from: sharesFrom, to: sharesTo, amount: shares }, { kind: 'demoReset' });
  post(recorder, { from: moneyFrom, to: moneyTo, amount: row.value }, { kind: 'demoReset' });
  const none = amount(0n);
  const empty = { quantity: none, value: none, charges: none, profitRealised: none };
  replaceRow({ recorder, list: recorder.intraday }, position, { ...row, ...empty });
}
