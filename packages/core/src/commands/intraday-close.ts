import { termsOf } from '#checks/phase.ts';
import { execute } from '#commands/orders/order-place.ts';
import { clearWay, endForSquareOff, meetsLocked } from '#commands/square-off-way.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { mustStay } from '#instruments/auctions/auctions.ts';
import type { IntradayClose } from '#model/commands/order-commands.ts';
import type { Applied } from '#model/outcome.ts';
import { squaredOffIn } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';

/**
 * Squares off an intraday position, of frozen accounts too: cancels the orders that the product names, then
 * places the closing one like any other order, once no order of the same family is in its way. Where more
 * orders end than it may release, the closing one waits its turn behind them.
 */
export function closeIntraday(work: Work, command: IntradayClose): Applied {
  const { state, recorder } = work;
  const { accountSide, instrumentSide } = state;
  const account = accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const instrument = accountSide.facts.instruments.get(command.instrumentId);
  const squareOff = instrument && squaredOffIn(instrument);
  if (instrument === undefined || squareOff === undefined) return finished(work);
  const { cancelled, place } = squareOff({
    account,
    instrument,
    recorder,
    phase: termsOf(instrument, instrumentSide.facts.sessions.get(instrument.venue)),
    mustStay: (order) => mustStay(instrumentSide, order, recorder),
  });
  // Half of what it may do is for the order that closes.
  const spared = Math.ceil(work.stepsLeft / 2);
  for (const order of cancelled) endForSquareOff(work, order, spared);
  if (place === undefined) return finished(work);
  const hasCleared =
    holdsRule(recorder, 'squareOffClearsReach') && clearWay(work, { account, instrument, place, spared });
  if (holdsRule(recorder, 'lockedOrdersStay') && meetsLocked(work, { account, instrument, place })) {
    const refusal = { code: 'AUCTION_LOCKED' } as const;
    if (cancelled.length === 0 && !hasCleared) return refused(work, refusal);
    return finished(work, { ok: true, type: 'done', notPlaced: refusal });
  }
  const applied = execute(work, place, account);
  const { outcome } = applied;
  if (outcome.ok || (cancelled.length === 0 && !hasCleared)) return applied;
  if (!holdsRule(recorder, 'squareOffSaysWhy')) return finished(work);
  return finished(work, { ok: true, type: 'done', notPlaced: outcome.refusal });
}
