import { type Command, decodeMarketMakerDepth, type Outcome, type PlacedLeg } from '@tarazu/core';
import type { FillOpening, FillTaker } from '@tarazu/core/proof';
import type { AccountId } from '@tarazu/core/values';
import type { OpenedFill, OpenedOrder, OpenedRow } from '#domains/proof/fills/opening-store.ts';
import type { Asker } from '#domains/proof/fills/readable-row.ts';

/*
 * A fill that somebody asks about: whose it is, who came to the book, and which fills are disclosed with it.
 */

/** A fill with all that its row says of it. */
export interface Asked {
  readonly fill: OpenedFill;
  readonly role: 'taker' | 'maker';
  readonly account: AccountId;
  readonly order: OpenedOrder;
  readonly row: OpenedRow & { readonly disclosed: ReturnType<typeof disclosedOrder> };
  readonly command: Command;
  readonly all: readonly OpenedFill[];
  /** Fills of the same taker, or of the same auction. */
  readonly group: readonly OpenedFill[];
  readonly how: FillOpening['how'];
}

interface Party {
  readonly role: 'taker' | 'maker';
  readonly account: bigint;
  readonly orderId: bigint;
}

/** The side of the fill that is the asker's; for the operator that of a customer, the taker's first. */
export function partyOf(fill: OpenedFill, asker: Asker): Party | undefined {
  const parties: Party[] = [
    { role: 'taker', account: fill.taker_account_id, orderId: fill.taker_order_id },
    { role: 'maker', account: fill.maker_account_id, orderId: fill.maker_order_id },
  ];
  return parties.find(({ account }) =>
    asker === 'operator' ? account !== 0n : account === BigInt(asker.accountId),
  );
}

/**
 * Whether an order met the book: by its own command, the market maker's, or any other in which a step
 * brought it there with a depth of its own; a change of phase takes steps too.
 */
export function isOfBook({ type }: Command, depth: string, { taker_order_id: taker }: OpenedFill): boolean {
  if (/^(order|marketMaker)\./.test(type)) return true;
  return decodeMarketMakerDepth(depth).some(
    ({ orderId }) => orderId !== undefined && BigInt(orderId) === taker,
  );
}

/** More fills of one auction than this are not disclosed one by one; those about the asked one are. */
const FILLS_MAX = 200;

/** A maker is told what the taker had filled up to and with them: the rest of it is the taker's own. */
export function groupOf(
  all: readonly OpenedFill[],
  of: { fill: OpenedFill; how: FillOpening['how']; isTaker: boolean },
): OpenedFill[] {
  const { fill, how, isTaker } = of;
  const same = all.filter(
    (one) => one.instrument_id === fill.instrument_id && one.environment === fill.environment,
  );
  if (how === 'auction') {
    const at = same.indexOf(fill);
    return same.slice(Math.max(0, at - FILLS_MAX / 2), at + FILLS_MAX / 2);
  }
  const group = same.filter((one) => one.taker_order_id === fill.taker_order_id);
  return isTaker || fill.taker_account_id === 0n ? group : group.filter(({ index }) => index <= fill.index);
}

/** The taker as the row tells it: the order that was sent, or that leg of a basket. */
export function disclosedOrder(outcome: Outcome, taker: bigint): PlacedLeg | undefined {
  if (!outcome.ok) return undefined;
  if (outcome.type === 'basket') return outcome.legs.find(({ order }) => BigInt(order.id) === taker);
  return outcome.type === 'order' ? outcome : undefined;
}

/**
 * The order that came to the book: of another customer, and of the market maker, as much as its fills tell.
 */
export function takerOf({ fill, role, row, group, how, order }: Asked): FillTaker {
  const side = fill.taker_side;
  const filled = group.reduce((sum, one) => sum + one.quantity, 0n);
  const worst = worstOf(fill, group);
  const disclosed = how === 'book' && role === 'taker' ? row.disclosed : undefined;
  const sent = disclosed?.order;
  if (sent === undefined || BigInt(sent.id) !== fill.taker_order_id)
    return {
      side,
      priceLimit: String(worst),
      quantity: String(filled),
      ...(role === 'taker' && { orderId: String(order.order_id) }),
    };
  // As it came in: what it had filled before this command is not to
  // be filled again; and it took no more once it met its own owner, or goes on in other rows.
  const isStopped =
    disclosed?.goesOn === true || (sent.state.name === 'cancelled' && sent.state.cause === 'selfTrade');
  const quantity = isStopped ? filled : sent.quantity - (sent.quantityFilled - filled);
  return { side, priceLimit: String(sent.priceLimit), quantity: String(quantity), orderId: String(sent.id) };
}

/** The worst price that the taker paid. */
export function worstOf(fill: OpenedFill, group: readonly OpenedFill[]): bigint {
  const isWorse = (one: bigint, other: bigint): boolean =>
    fill.taker_side === 'buy' ? one > other : one < other;
  return group.reduce((at, { price }) => (isWorse(price, at) ? price : at), fill.price);
}

/** The market maker's levels that the taker met. */
export function quotesMet({ fill, row }: Asked): FillOpening['quotes'] {
  const here = decodeMarketMakerDepth(row.house_depth).filter(
    (one) => one.instrumentId === fill.instrument_id && one.environment === fill.environment,
  );
  // An order that the command activated, or the leg of a basket, met a depth of its own.
  const depth =
    here.find(({ orderId }) => orderId !== undefined && BigInt(orderId) === fill.taker_order_id) ??
    here.find(({ orderId }) => orderId === undefined);
  return ((fill.taker_side === 'buy' ? depth?.asks : depth?.bids) ?? []).map((level) => ({
    price: String(level.price),
    quantity: String(level.quantity),
    priority: level.priority,
  }));
}
