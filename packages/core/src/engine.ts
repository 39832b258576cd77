/*
 * The one way into the core. State changes only here: the same commands on the same state give the same
 * outcome, the same changes and the same state hash, on any machine.
 */

import { beginCorporate, stepAccounts, stepsBefore, sweepAccounts } from '#account-sweeps/run.ts';
import { open, reset, set, settleLots } from '#commands/accounts/account.ts';
import { transferBetween } from '#commands/accounts/account-transfer.ts';
import { postCorrection } from '#commands/accounts/correction-post.ts';
import { setLimit } from '#commands/accounts/limit-set.ts';
import { actCorporately } from '#commands/corporate/corporate-act.ts';
import { applyForRights, closeRights } from '#commands/corporate/rights.ts';
import { closeIntraday } from '#commands/intraday-close.ts';
import { placeBasket } from '#commands/orders/order-basket.ts';
import { cancelByCustomer } from '#commands/orders/order-cancel.ts';
import { cancelAll, expireOrders } from '#commands/orders/order-end.ts';
import { modifyOrder } from '#commands/orders/order-modify.ts';
import { placeOrder } from '#commands/orders/order-place.ts';
import { markPrices } from '#commands/prices-mark.ts';
import { stepSweeps } from '#commands/sweep.ts';
import { end, keepPrices, marketMakerQuote, marketMakerTake, setListing, setRules } from '#commands/venue.ts';
import { beginWork, type Work } from '#commands/work.ts';
import { setQuotes } from '#instruments/market-maker.ts';
import { NO_CHANGES } from '#ledger/recorder.ts';
import type { Command, Sequenced } from '#model/command.ts';
import { COMMAND_KINDS } from '#model/commands/command-kinds.ts';
import type { Applied } from '#model/outcome.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';

import { assert, unreachable } from '#values/index.ts';

export { stepsBefore } from '#account-sweeps/run.ts';
export {
  type Equity,
  type Exposure,
  equityOf,
  exposureOf,
  marginStateOf,
  positionRowsOf,
} from '#accounts/exposure.ts';
export type { AccountSnapshot } from '#accounts/snapshot.ts';
export { phaseOf } from '#checks/phase.ts';
export {
  decodeCommand,
  decodeJournaled,
  decodeMarketMakerDepth,
  encodeCommand,
  encodeJournaled,
  encodeMarketMakerDepth,
} from '#codec/journal-codec.ts';
export { decodeOutcome, encodeOutcome } from '#codec/outcome-codec.ts';
export { readText, writeText } from '#codec/tagged-json.ts';
export { accountsNeeded } from '#commands/accounts/accounts-needed.ts';
export { forecastOrders, type OrderForecast } from '#commands/orders/basket-checks.ts';
export { OPENING_MAX } from '#commands/work.ts';
export type { AuctionView } from '#instruments/auctions/auctions.ts';
export type { BookView, QueuePlace } from '#instruments/view.ts';
export { checkBooks, checkOrderCount } from '#invariants/books.ts';
export { checkAccount, checkInvariants } from '#invariants/check.ts';
export { withdrawableOf } from '#ledger/withdrawable.ts';
export { actsByRule, agentOf, type NamedAgent, type OrderAgent } from '#model/agent.ts';
export type * from '#model/command.ts';
export type * from '#model/commands/account-commands.ts';
export { COMMAND_KINDS } from '#model/commands/command-kinds.ts';
export type * from '#model/commands/corporate-commands.ts';
export type * from '#model/commands/limit-commands.ts';
export type * from '#model/commands/order-commands.ts';
export type * from '#model/commands/venue-commands.ts';
export {
  type CorporateTerms,
  type RightsTerms,
  type WorthRatio,
  worthRatio,
} from '#model/corporate-terms.ts';
export type { RulesUpdate } from '#model/facts.ts';
export type * from '#model/instrument.ts';
export type * from '#model/ledger.ts';
export { MARKS_AT_ONCE_MAX, type MarkPrice, markAgeMs } from '#model/mark-price.ts';
export type * from '#model/order.ts';
export { shownOrder } from '#model/order.ts';
export type * from '#model/outcome.ts';
export type { OwnLimit } from '#model/own-limit.ts';
export type * from '#model/product-name.ts';
export type * from '#model/refusal.ts';
export type * from '#model/sub-account.ts';
export type { AccountSweep, AccountSweepName, Sweep, SweepName } from '#model/sweep.ts';
export { PROCEEDS_USABLE_PERCENT } from '#products/delivery/delivery.ts';
export {
  lossPercentOf,
  type MarginState,
  type MarginTerms,
  type MarkedExposure,
  type OpenExposure,
} from '#products/exposure.ts';
export { RULES_VERSION } from '#rules-version.ts';
export {
  accountSweepsOf,
  auctionView,
  bookView,
  type CoreState,
  canStep,
  createState,
  type ExposedInstrument,
  exposedInstruments,
  exposureIn,
  forgetAnswers,
  headOfFamily,
  isLoaded,
  levelCountCollected,
  loadAccount,
  loadedAccounts,
  loadHouseBalances,
  loadRules,
  loadSequence,
  openOrder,
  openSweepsOf,
  queuePlace,
  snapshotAccount,
  unloadAccount,
  venuesLeftBehind,
} from '#state.ts';
export { accountRows, balanceRows, houseRows, stateHash, stateRows } from '#state-hash.ts';
export { loadShared, SHARED_NAMES, type SharedName, sharedRows } from '#state-rows.ts';
export { isPatient as isPatientSweep } from '#sweeps/kinds.ts';

/**
 * Applies one command to a state in which the accounts of `accountsNeeded` that exist, and the head of each
 * one's family (`headOfFamily`), are loaded.
 *
 * @throws Error on what only our own mistake can cause; the state is then not to be used any more.
 */
export function apply(state: CoreState, sequenced: Sequenced): Applied {
  assert(sequenced.sequence > state.lastSequence, 'Condition: sequence numbers of journaled commands grow');
  for (const depth of sequenced.marketMakerDepth ?? [])
    if (depth.orderId === undefined) setQuotes(state.instrumentSide, depth);
  assert(
    stepsBefore(state, sequenced.command).length === 0,
    'Condition: who acts has been reached by the sweeps before',
  );
  const work = beginWork(state, sequenced);
  const applied = withoutVain(work, dispatch(work, sequenced.command));
  assertAsWritten(work, applied);
  if (applied.journaled) state.lastSequence = sequenced.sequence;
  return applied;
}

/** A change that is not written would be gone after a restart, and a replay would differ. */
function assertAsWritten({ recorder }: Work, { changes, journaled }: Applied): void {
  if (journaled && changes !== NO_CHANGES) return;
  const { postings, orders, fills, cells } = recorder;
  assert(
    postings.length === 0 && orders.length === 0 && fills.length === 0 && cells.length === 0,
    'Invariant: a command that is refused, or not written, has changed nothing',
  );
}

/** A refused or repeated command of the system that did nothing leaves nothing in the journal. */
function withoutVain({ recorder, sequenced }: Work, applied: Applied): Applied {
  const { isRepeated, isSentAgain } = COMMAND_KINDS[sequenced.command.type];
  if (!applied.journaled || !holdsRule(recorder, 'askedInVain')) return applied;
  const isRefused = isSentAgain && !applied.outcome.ok;
  const isUnchanged = isRepeated && Object.values(applied.changes).every(({ length }) => length === 0);
  return isRefused || isUnchanged ? { ...applied, journaled: false, marketMakerDepth: [] } : applied;
}

function dispatch(work: Work, command: Command): Applied {
  switch (command.type) {
    case 'account.open':
      return open(work, command);
    case 'account.reset':
      return reset(work, command);
    case 'account.set':
      return set(work, command);
    case 'account.transfer':
      return transferBetween(work, command);
    case 'correction.post':
      return postCorrection(work, command);
    case 'limit.set':
      return setLimit(work, command);
    case 'order.place':
      return placeOrder(work, command);
    case 'order.basket':
      return placeBasket(work, command);
    case 'order.cancel':
      return cancelByCustomer(work, command);
    case 'intraday.close':
      return closeIntraday(work, command);
    case 'order.modify':
      return modifyOrder(work, command);
    case 'order.cancelAll':
      return cancelAll(work, command);
    case 'orders.expire':
      return expireOrders(work, command);
    case 'corporate.act':
      return actCorporately(work, command);
    case 'rights.apply':
      return applyForRights(work, command);
    case 'rights.close':
      return closeRights(work, command);
    case 'lots.settle':
      return settleLots(work, command);
    case 'accounts.sweep':
      return sweepAccounts(work, command);
    case 'accounts.step':
      return stepAccounts(work, command);
    case 'corporate.begin':
      return beginCorporate(work, command);
    case 'sweep.step':
      return stepSweeps(work, command);
    case 'session.end':
      return end(work, command);
    case 'instrument.set':
      return setListing(work, command);
    case 'prices.keep':
      return keepPrices(work);
    case 'prices.mark':
      return markPrices(work, command);
    case 'rules.set':
      return setRules(work, command);
    case 'marketMaker.quote':
      return marketMakerQuote(work, command);
    case 'marketMaker.take':
      return marketMakerTake(work, command);
    default:
      return unreachable(command);
  }
}
