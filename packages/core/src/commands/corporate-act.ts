import type { Account } from '#accounts/account.ts';
import { actOn } from '#accounts/corporate.ts';
import { actOnIntraday } from '#accounts/corporate-intraday.ts';
import { release } from '#accounts/release.ts';
import { giveBackHold, holdAnew, keepHold } from '#accounts/restate.ts';
import type { CorporateAct } from '#command.ts';
import { once } from '#commands/once.ts';
import { cancelOpen } from '#commands/order-cancel.ts';
import { finished, keepPrice, markBook, refused, type Work } from '#commands/work.ts';
import { restatedOrder } from '#corporate.ts';
import { isRestating, priceAnew, type RestatingTerms } from '#corporate-terms.ts';
import type { Instrument } from '#instrument.ts';
import { bandOf, cancelOrder, restoreWaiting } from '#instruments/instrument-side.ts';
import { restateBook, standAnew } from '#instruments/restate.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { Tracked } from '#ledger/recorder.ts';
import { type Order, olderFirst } from '#order.ts';
import type { Applied } from '#outcome.ts';
import { reservedOrder, waitingOrder } from '#state.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { assert } from '#values/index.ts';

const CAUSE = 'corporateAction';

/**
 * A corporate action on one account, at most once by its client id. Where it changes what a share is worth, all open orders on them are re-priced,
 * or end where they can't be, and are named in the answer; a dividend leaves them alone.
 */
export function actCorporately(work: Work, command: CorporateAct): Applied {
  return once(work, command, actNew);
}

function actNew(work: Work, command: CorporateAct, account: Account): Applied {
  const instrument = work.state.accountSide.facts.instruments.get(command.instrumentId);
  if (instrument?.kind !== 'stock') return refused(work, { code: 'INSTRUMENT_UNKNOWN' });
  return act(work, command, { account, instrument });
}

/** An account and the share that changes. */
interface Concerned {
  readonly account: Account;
  readonly instrument: Instrument;
}

function act(work: Work, command: CorporateAct, of: Concerned): Applied {
  const { accountSide } = work.state;
  const { terms } = command;
  settleDue(of.account.holdings, work.recorder);
  if (!isRestating(terms)) {
    actOn(accountSide, { ...of, command }, work.recorder);
    return finished(work, { ok: true, type: 'orders', orders: [] });
  }
  const meant = [...of.account.orders.values()].filter(({ row }) => row.instrumentId === of.instrument.id);
  meant.sort((one, other) => olderFirst(one.row, other.row));
  const going = takeOut(work, of, { terms, meant });
  actOn(accountSide, { ...of, command }, work.recorder);
  actOnIntraday(accountSide, { ...of, command, terms }, work.recorder);
  for (const one of going) bringBack(work, of, one);
  return finished(work, { ok: true, type: 'orders', orders: meant.map(({ row }) => row) });
}

/** An order on its way from the old share to the new one. */
interface Going {
  readonly tracked: Tracked<Order>;
  readonly restated: Order;
}

/** Takes all orders out of the book and gives back their holds, so that the shares can change. What can't be restated ends. */
function takeOut(
  work: Work,
  of: Concerned,
  what: { readonly terms: RestatingTerms; readonly meant: readonly Tracked<Order>[] },
): Going[] {
  const { instrument, account } = of;
  const { sequence: priority, atMs } = work.recorder;
  const key = { instrumentId: instrument.id, lane: account.holdings.lane };
  const priceLast = priceAnew(what.terms);
  restateBook(work.state.instrumentSide, key, priceLast);
  keepPrice(work, key, priceLast);
  markBook(work, key);
  const change = { terms: what.terms, instrument, band: bandOf(instrument), atMs };
  const going: Going[] = [];
  for (const tracked of what.meant) {
    const restated = restatedOrder(tracked.row, change);
    if (!restated || pendingEnd(work.state.instrumentSide, tracked.row) !== undefined) {
      cancelOpen(work, tracked.row, CAUSE);
      continue;
    }
    const gone = cancelOrder(work.state.instrumentSide, { ...key, orderId: tracked.row.id, cause: CAUSE });
    assert(gone !== undefined, 'Invariant: an open order rests in its book or waits beside it');
    if (!tracked.row.intraday) giveBackHold({ account, tracked, instrument }, work.recorder);
    going.push({ tracked, restated: restated.state.name === 'new' ? restated : { ...restated, priority } });
  }
  return going;
}

/** The order stands or waits again, in the sequence of the orders' numbers, with what it needs now; or it ends. */
function bringBack(work: Work, of: Concerned, { tracked, restated }: Going): void {
  const { accountSide, instrumentSide } = work.state;
  const { accountId, id: orderId } = restated;
  const waiting = waitingOrder(restated);
  if (waiting) restoreWaiting(instrumentSide, waiting);
  else if (!standAnew(instrumentSide, reservedOrder(restated))) {
    release(accountSide, { accountId, orderId, cause: CAUSE }, work.recorder);
    return;
  }
  if (restated.intraday) keepHold({ tracked }, restated, work.recorder);
  else if (!holdAnew(accountSide, { ...of, tracked, restated }, work.recorder))
    cancelOpen(work, tracked.row, CAUSE);
}
