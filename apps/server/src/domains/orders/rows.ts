import type { CancelCause, Fill, FillParty, Order, OrderState, RefusalCode } from '@tarazu/core';
import { accountId, amount, instantMs, instrumentId, orderId, price, quantity } from '@tarazu/core/values';
import { liveStateOf, orderTermsOf, type StoredOrderTerms } from '#engine/tables/stored-rows.ts';

/** A row of the engine's table `orders`. */
export interface OrderRow extends StoredOrderTerms {
  readonly state: OrderState['name'];
  readonly held: bigint;
  readonly ended_at_ms: bigint | null;
  readonly cancel_cause: CancelCause | null;
  readonly refusal_code: RefusalCode | null;
}

/** A row of the engine's table `fill`; account 0 is the house. */
export interface FillRow {
  readonly sequence: bigint;
  readonly index: number;
  readonly environment: Fill['environment'];
  readonly instrument_id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly at_ms: bigint;
  readonly taker_side: Fill['takerSide'];
  readonly taker_account_id: bigint;
  readonly taker_order_id: bigint;
  readonly taker_charges: bigint;
  readonly taker_profit_realised: bigint;
  readonly maker_account_id: bigint;
  readonly maker_order_id: bigint;
  readonly maker_charges: bigint;
  readonly maker_profit_realised: bigint;
}

export function orderOf(row: OrderRow): Order {
  return { ...orderTermsOf(row), state: stateOf(row) };
}

function stateOf(row: OrderRow): OrderState {
  const endedAtMs = instantMs(Number(row.ended_at_ms ?? 0n));
  const { state: name, held, terms } = row;
  switch (name) {
    case 'new':
    case 'open':
    case 'partial':
      return liveStateOf({ state: name, held, terms });
    case 'cancelled':
      return { name, endedAtMs, cause: row.cancel_cause ?? 'customer' };
    case 'rejected':
      return { name, endedAtMs, code: row.refusal_code ?? 'ORDER_UNKNOWN' };
    case 'completed':
      return { name, endedAtMs };
  }
}

export function fillOf(row: FillRow): Fill {
  return {
    sequence: Number(row.sequence),
    index: row.index,
    environment: row.environment,
    instrumentId: instrumentId(row.instrument_id),
    price: price(row.price),
    quantity: quantity(row.quantity),
    value: amount(row.value),
    atMs: instantMs(Number(row.at_ms)),
    takerSide: row.taker_side,
    taker: partyOf({
      account: row.taker_account_id,
      order: row.taker_order_id,
      charges: row.taker_charges,
      profit: row.taker_profit_realised,
    }),
    maker: partyOf({
      account: row.maker_account_id,
      order: row.maker_order_id,
      charges: row.maker_charges,
      profit: row.maker_profit_realised,
    }),
  };
}

function partyOf(party: { account: bigint; order: bigint; charges: bigint; profit: bigint }): FillParty {
  if (party.account === 0n) return { house: true };
  return {
    house: false,
    accountId: accountId(Number(party.account)),
    orderId: orderId(Number(party.order)),
    charges: amount(party.charges),
    profitRealised: amount(party.profit),
  };
}
