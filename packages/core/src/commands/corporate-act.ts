import { type Account, answerAgain, rememberAnswer } from '#accounts/account.ts';
import { actOn } from '#accounts/corporate.ts';
import type { CorporateAct } from '#command.ts';
import { cancelOpen } from '#commands/order-cancel.ts';
import { finished, refused, repeated, type Work } from '#commands/work.ts';
import { changesShares } from '#corporate-terms.ts';
import type { Instrument } from '#instrument.ts';
import { restatePrice } from '#instruments/instrument-side.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { Applied } from '#outcome.ts';

/**
 * A corporate action on one account, at most once by its client id. Where it changes the shares, all open orders on them are cancelled and
 * named in the answer: what they meant was the old share.
 */
export function actCorporately(work: Work, command: CorporateAct): Applied {
  const { accounts, facts } = work.state.accountSide;
  const account = accounts.get(command.accountId);
  const instrument = facts.instruments.get(command.instrumentId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const known = answerAgain(account, command);
  if (known) return 'code' in known ? refused(work, known, false) : repeated(known);
  const isStock = instrument?.kind === 'stock';
  const applied = isStock
    ? act(work, command, { account, instrument })
    : refused(work, { code: 'INSTRUMENT_UNKNOWN' });
  rememberAnswer(account, command, applied.outcome);
  return applied;
}

function act(
  work: Work,
  command: CorporateAct,
  { account, instrument }: { account: Account; instrument: Instrument },
): Applied {
  settleDue(account.holdings, work.recorder);
  const { terms, instrumentId } = command;
  const { lane } = account.holdings;
  if (changesShares(terms))
    restatePrice(work.state.instrumentSide, { instrumentId, lane }, terms.fractionPrice);
  const meant = changesShares(command.terms)
    ? [...account.orders.values()].filter(({ row }) => row.instrumentId === instrument.id)
    : [];
  meant.sort((one, other) => one.row.id - other.row.id);
  for (const { row } of meant) cancelOpen(work, row, 'corporateAction');
  actOn(work.state.accountSide, { account, instrument, command }, work.recorder);
  return finished(work, { ok: true, type: 'orders', orders: meant.map(({ row }) => row) });
}
