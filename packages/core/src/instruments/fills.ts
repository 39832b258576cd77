import { toPrice, toQuantity } from '#instruments/grid.ts';
import { forgetResting, type InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookFill, MARKET_MAKER_OWNER, owner } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { MatchedFill, MatchedParty } from '#model/messages.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, type InstantMs, type InstrumentId, orderId, quantity, type Side } from '#values/index.ts';

/** Prices at which icebergs keep their turns. Replay before `icebergsByPrice`: the last one alone. */
export type IcebergTurns = 'eachPrice' | 'lastPrice';

/**
 * Rules by which icebergs keep their turns. Replay before `icebergsInSteps`: undefined, for there were none.
 */
export function turnsOfIcebergs(command: { readonly rulesVersion: number }): IcebergTurns | undefined {
  if (holdsRule(command, 'icebergsByPrice')) return 'eachPrice';
  return holdsRule(command, 'icebergsInSteps') ? 'lastPrice' : undefined;
}

/** Called with each fill as it is made: what it cost its command decides whether another may follow. */
export type SettleEach = (fills: readonly MatchedFill[]) => boolean;

/** Facts that are the same for all fills of one taker. */
export interface TakerContext {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly atMs: InstantMs;
  /** Of the command: the place in the queue of an iceberg that shows its next part. */
  readonly sequence: number;
  /** Fills that it may make for now; absent where there is no bound. */
  readonly fillsMax?: number;
  /** How icebergs keep their turns over commands too. Replay before `icebergsInSteps`: absent. */
  readonly turnsOf?: IcebergTurns | undefined;
  /** Settles each fill before the next is made; false where the rest is for another command. */
  readonly settleEach?: SettleEach;
  /** The taker's party at its n-th fill, counted from zero. */
  readonly party: (nth: number) => MatchedParty;
}

export const MARKET_MAKER_PARTY: MatchedParty = { isMarketMaker: true };

/**
 * Turns the book's numbers into fills, numbered after the `from` fills that came before, and follows the
 * resting orders that they touched.
 */
export function matchedFills(
  at: InstrumentBook,
  taker: TakerContext,
  { fills, from = 0 }: { fills: readonly BookFill[]; from?: number },
): MatchedFill[] {
  for (const { quantity: size, makerLeft } of fills)
    assert(size > 0 && makerLeft >= 0, 'Invariant: a match fills something, and no more than there was');
  const last = fills.at(-1);
  if (last) {
    at.priceLast = toPrice(at, last.price);
    at.priceUncrossed = undefined;
  }
  return fills.map((fill, nth) => ({
    environment: at.environment,
    instrumentId: taker.instrumentId,
    price: toPrice(at, fill.price),
    quantity: toQuantity(at, fill.quantity),
    takerSide: taker.side,
    taker: taker.party(from + nth),
    maker: makerParty(at, opposite(taker.side), fill),
    atMs: taker.atMs,
  }));
}

function makerParty(at: InstrumentBook, side: Side, fill: BookFill): MatchedParty {
  if (fill.makerOwner === MARKET_MAKER_OWNER) {
    if (fill.makerLeft === 0) at.quotes[side].delete(fill.price);
    return MARKET_MAKER_PARTY;
  }
  const id = orderId(fill.makerId);
  const resting = at.resting.get(id);
  assert(resting !== undefined, 'Invariant: a resting order is known beside its book');
  assert(
    owner(resting.familyId) === fill.makerOwner,
    'Invariant: an entry belongs to the family of its order',
  );
  resting.fillCount += 1;
  const { iceberg } = resting;
  if (iceberg) {
    const filled = toQuantity(at, fill.quantity);
    iceberg.left = quantity(iceberg.left - filled);
    iceberg.filled = quantity(iceberg.filled + filled);
    assert(iceberg.left >= 0n, 'Invariant: an iceberg fills its quantity at most');
  }
  if (fill.makerLeft === 0 && !(iceberg && iceberg.left > 0n)) forgetResting(at, id);
  return { isMarketMaker: false, accountId: resting.accountId, orderId: id, fillNumber: resting.fillCount };
}
