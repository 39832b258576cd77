import { termsOf } from '#checks/phase.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { execute } from '#commands/orders/order-place.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { isPriceFixed } from '#instruments/auctions/auctions.ts';
import type { IntradayClose } from '#model/commands/order-commands.ts';
import type { Applied } from '#model/outcome.ts';
import { squaredOffIn } from '#products/list.ts';

/**
 * Squares off what the product of the instrument says: its orders that go are cancelled, then the one that
 * closes is placed like any other. Frozen accounts too.
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
    isPriceFixed: (order) => isPriceFixed(instrumentSide, order),
  });
  for (const order of cancelled) cancelOpen(work, order, 'squareOff');
  if (place === undefined) return finished(work);
  const applied = execute(work, place, account);
  return applied.outcome.ok || cancelled.length === 0 ? applied : finished(work);
}
