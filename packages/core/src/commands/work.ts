import { noteExposures } from '#accounts/exposure.ts';
import { release } from '#accounts/release.ts';
import { settle } from '#accounts/settle.ts';
import { coverLosses } from '#commands/accounts/losses.ts';
import { bracketedPurchase, nextEndId, protectFilled } from '#commands/orders/bracket.ts';
import type { SettleEach } from '#instruments/fills.ts';
import { type BookKey, bookAt } from '#instruments/instrument-side.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import { changesOf, createRecorder, NO_CHANGES, type Recorder } from '#ledger/recorder.ts';
import { FILLS_ALL } from '#matching/order-book.ts';
import type { Command, MarketMakerDepth, Sequenced } from '#model/command.ts';
import type { LastPrice } from '#model/instrument.ts';
import type { MatchedFill, OrderReleased } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { Applied, AuctionSeal, Outcome, Print, RefusedLeg } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import { mayLoseIn } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { ACT_COSTS } from '#sweeps/sweep-kind.ts';
import { append, assert, type OrderId, type Price } from '#values/index.ts';

/** One command on its way through the two sides: what it has changed and shown so far. */
export interface Work {
  readonly state: CoreState;
  readonly sequenced: Sequenced;
  readonly recorder: Recorder;
  readonly prints: Print[];
  readonly books: BookKey[];
  readonly marketMakerDepth: MarketMakerDepth[];
  /** Orders that waited were activated on the way. */
  hasActivated: boolean;
  /** Of auctions whose fills are among what it did. */
  readonly seals: AuctionSeal[];
  /** Whether work on many orders goes in steps. Replay before `sweeps`: a command does all of it at once. */
  readonly isStepped: boolean;
  /** How much of sweeps it may still do. */
  stepsLeft: number;
}

export const DONE: Outcome = { ok: true, type: 'done' };

export function beginWork(state: CoreState, sequenced: Sequenced): Work {
  state.stamp += 1;
  const { sequence, atMs, rulesVersion } = sequenced;
  const recorder = createRecorder({ stamp: state.stamp, sequence, atMs, rulesVersion });
  const isStepped = holdsRule(recorder, 'sweeps');
  const stepsLeft = isStepped ? state.instrumentSide.facts.stepMax : Number.POSITIVE_INFINITY;
  const shown = { prints: [], books: [], marketMakerDepth: [], seals: [], hasActivated: false };
  const work = { state, sequenced, recorder, ...shown, isStepped, stepsLeft };
  shorten(work, TAKING.has(sequenced.command.type) ? TAKING_MAX : OPENING_MAX);
  return work;
}

/** Commands of which an order may take at once. */
const TAKING: ReadonlySet<Command['type']> = new Set([
  'order.place',
  'order.basket',
  'order.modify',
  'intraday.close',
  'marketMaker.quote',
  'marketMaker.take',
]);
/** Cost of their own fills at the most, so that few orders have to go on in steps. */
const TAKING_MAX = 64;
/** Part of all else that a command does: nobody knows then who waits behind it. */
export const OPENING_MAX = 32;

/** From here on a command does little of what it opens: the steps that follow do the rest. */
export function shortenOpening(work: Work): void {
  shorten(work, OPENING_MAX);
}

/** A step of a book's sweep says itself how much it does. */
function shorten(work: Work, most: number): void {
  const { recorder, sequenced } = work;
  if (sequenced.command.type === 'sweep.step' || !holdsRule(recorder, 'openingsShort')) return;
  work.stepsLeft = Math.min(work.stepsLeft, most);
}

/** Fills that an order may make before the rest of it goes on as a sweep: one at the least. */
export function fillsLeft({ recorder, stepsLeft }: Work): number {
  if (!holdsRule(recorder, 'takersInSteps')) return FILLS_ALL;
  return Math.min(FILLS_ALL, Math.max(1, Math.floor(stepsLeft / ACT_COSTS.fill)));
}

/** Done, with the hashes of what auctions had whose fills it made. */
export function doneWith({ seals }: Work): Outcome {
  return seals.length === 0 ? DONE : { ok: true, type: 'done', auctions: seals };
}

/** The command is done; every command of a customer is journaled. */
export function finished(work: Work, outcome: Outcome = DONE, journaled = true): Applied {
  const { state, recorder, prints, books, marketMakerDepth } = work;
  if (recorder.losses.length > 0)
    coverLosses({
      state,
      recorder,
      releaseOrders: (ended) => releaseOrders(work, ended),
      releasesMax: releasesMax(work),
    });
  noteExposures(state.accountSide, (rows) => recorder[rows].map(({ row }) => row));
  for (const { instrumentId, environment, price } of recorder.fills)
    keepPrice(work, { instrumentId, environment }, price);
  return {
    outcome: recorder.losses.length === 0 ? outcome : asLeft(outcome, recorder),
    changes: changesOf(recorder),
    prints,
    books,
    journaled,
    marketMakerDepth: journaled ? marketMakerDepth : [],
    duplicate: false,
  };
}

/** Most orders that losses release at once. Replay before `lossesInSteps`: all that they end. */
function releasesMax({ state, recorder }: Work): number {
  const { stepMax } = state.instrumentSide.facts;
  return holdsRule(recorder, 'lossesInSteps') ? Math.min(stepMax, OPENING_MAX) : Number.POSITIVE_INFINITY;
}

/** The outcome with its orders as the end of the command left them. */
function asLeft(outcome: Outcome, { orders }: Recorder): Outcome {
  const now = (order: Order): Order => orders.find(({ row }) => row.id === order.id)?.row ?? order;
  if (!outcome.ok) return outcome;
  if (outcome.type === 'order') return { ...outcome, order: now(outcome.order) };
  if (outcome.type === 'orders') return { ...outcome, orders: outcome.orders.map(now) };
  if (outcome.type !== 'basket') return outcome;
  return { ...outcome, legs: outcome.legs.map((leg) => ({ ...leg, order: now(leg.order) })) };
}

/** The command is refused: it changed nothing. */
export function refused(work: Work, refusal: Refusal, journaled = true): Applied {
  return unchanged(work, { ok: false, refusal }, journaled);
}

/** A basket is refused for some of its legs: none of it is placed. */
export function refusedLegs(work: Work, legs: readonly [RefusedLeg, ...RefusedLeg[]]): Applied {
  return unchanged(work, { ok: false, refusal: legs[0].refusal, legs }, true);
}

function unchanged({ marketMakerDepth }: Work, outcome: Outcome, journaled: boolean): Applied {
  return {
    outcome,
    changes: NO_CHANGES,
    prints: [],
    books: [],
    journaled,
    marketMakerDepth: journaled ? marketMakerDepth : [],
    duplicate: false,
  };
}

/** The client id was used before: the first answer again, and no new place in the journal. */
export function repeated(outcome: Outcome): Applied {
  return {
    outcome,
    changes: NO_CHANGES,
    prints: [],
    books: [],
    journaled: false,
    marketMakerDepth: [],
    duplicate: true,
  };
}

/**
 * Passes fills from the instrument side to the account side and the tape, and gives their prints, to be
 * followed.
 */
export function settleFills(work: Work, fills: readonly MatchedFill[]): readonly FollowedPrint[] {
  const knowsBirths = holdsRule(work.recorder, 'endsFromTheirFill');
  const lossesBefore = work.recorder.losses.length;
  const prints = fills.map((fill) => {
    assert(fill.atMs === work.recorder.atMs, 'Invariant: a fill is of the moment of its command');
    const purchase = bracketedPurchase(work.state, fill);
    if (!(fill.taker.isMarketMaker && fill.maker.isMarketMaker))
      settle(work.state.accountSide, fill, work.recorder);
    if (purchase) protectFilled(work, purchase, fill);
    const { instrumentId, environment, price, quantity, takerSide, atMs } = fill;
    work.prints.push({ instrumentId, environment, price, quantity, takerSide, atMs });
    return knowsBirths ? { price, endsBefore: nextEndId(work.recorder) } : { price };
  });
  countLosses(work, lossesBefore);
  return prints;
}

/**
 * Adds for each loss as many orders as it may end, its owner's, to the command's count. Replay before
 * `lossesInSteps`: it counts nothing.
 */
export function countLosses(work: Work, from: number): void {
  const { state, recorder } = work;
  if (recorder.losses.length === from || !holdsRule(recorder, 'lossesInSteps')) return;
  const { accounts } = state.accountSide;
  for (const { accountId } of recorder.losses.slice(from))
    work.stepsLeft -= accounts.get(accountId)?.orders.size ?? 0;
}

/** Settlement of what one taker fills: its prints, once all is filled. */
export interface Settling {
  readonly within: { readonly settleEach?: SettleEach };
  readonly printsOf: (fills: readonly MatchedFill[]) => readonly FollowedPrint[];
}

/**
 * Fills that may leave a loss are settled one by one, so that the taker goes on in steps behind a loss that
 * ends many orders; all others together.
 */
export function settlingIn(work: Work, { instrumentId }: BookKey): Settling {
  const instrument = work.state.accountSide.facts.instruments.get(instrumentId);
  if (!instrument || !mayLoseIn(instrument) || !holdsRule(work.recorder, 'lossesInSteps'))
    return { within: {}, printsOf: (fills) => settleFills(work, fills) };
  const prints: FollowedPrint[] = [];
  const settleEach: SettleEach = (fills) => {
    append(prints, settleFills(work, fills));
    return work.stepsLeft > 0;
  };
  return { within: { settleEach }, printsOf: () => prints };
}

/**
 * Journal's depth for an order's next look at the market maker's quotes; undefined while the command happens.
 */
export function journaledDepth(
  { sequenced, marketMakerDepth }: Work,
  orderId: OrderId,
): MarketMakerDepth | undefined {
  const isOfOrder = (depth: MarketMakerDepth): boolean => depth.orderId === orderId;
  const looks = marketMakerDepth.filter(isOfOrder).length;
  return sequenced.marketMakerDepth?.filter(isOfOrder)[looks];
}

/** Carries ended orders from the instrument side to the account side. */
export function releaseOrders(work: Work, released: readonly OrderReleased[]): void {
  for (const one of released) {
    release(work.state.accountSide, one, work.recorder);
    markBook(work, one);
  }
}

/** Writes down the last price of a book for the next start; of several fills the last one counts. */
export function keepPrice({ state, recorder }: Work, key: BookKey, price: Price, isUncrossed = false): void {
  const at = bookAt(state.instrumentSide, key);
  assert(at !== undefined, 'Invariant: a price is of a known book');
  assert(price > 0n, 'Invariant: a price that was paid is above zero');
  const { instrumentId, environment } = key;
  const place = recorder.lastPrices.findIndex(
    (one) => one.instrumentId === instrumentId && one.environment === environment,
  );
  // The price of this command's auction stays an auction's price until something is printed after it.
  const stays = recorder.lastPrices[place]?.isUncrossed === true && at.priceUncrossed === price;
  const kept: LastPrice = {
    instrumentId,
    environment,
    price,
    atMs: recorder.atMs,
    ...((isUncrossed || stays) && { isUncrossed: true }),
  };
  at.priceStored = kept;
  if (place >= 0) recorder.lastPrices[place] = kept;
  else recorder.lastPrices.push(kept);
}

/** Notes that a book's visible levels changed. */
export function markBook(work: Work, { instrumentId, environment }: BookKey): void {
  const isNoted = work.books.some(
    (book) => book.instrumentId === instrumentId && book.environment === environment,
  );
  if (!isNoted) work.books.push({ instrumentId, environment });
}
