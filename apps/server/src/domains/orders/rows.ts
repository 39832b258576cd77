import type { CancelCause, Fill, FillParty, Order, OrderState, RefusalCode } from '@tarazu/core';
import {
  accountId,
  amount,
  instantMs,
  instrumentId,
  orderId,
  parseClientId,
  price,
  quantity,
} from '@tarazu/core/values';

/** A row of the engine's table `orders`. */
export interface OrderRow {
  readonly order_id: bigint;
  readonly account_id: bigint;
  readonly lane: Order['lane'];
  readonly instrument_id: string;
  readonly client_id: string;
  readonly side: Order['side'];
  readonly type: Order['type'];
  readonly validity: Order['validity'];
  readonly price_limit: bigint;
  readonly quantity: bigint;
  readonly quantity_filled: bigint;
  readonly turnover_taken: bigint;
  readonly turnover_made: bigint;
  readonly charges: string;
  readonly fill_count: number;
  readonly rule_version: string;
  readonly spot_fee_tier: number;
  readonly priority: bigint;
  readonly placed_at_ms: bigint;
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
  readonly lane: Fill['lane'];
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
  const clientId = parseClientId(row.client_id);
  if (clientId === undefined)
    throw new Error(`Invariant: order ${row.order_id} has a client id outside the grammar`);
  return {
    id: orderId(Number(row.order_id)),
    accountId: accountId(Number(row.account_id)),
    lane: row.lane,
    instrumentId: instrumentId(row.instrument_id),
    clientId,
    side: row.side,
    type: row.type,
    validity: row.validity,
    priceLimit: price(row.price_limit),
    quantity: quantity(row.quantity),
    quantityFilled: quantity(row.quantity_filled),
    turnoverTaken: amount(row.turnover_taken),
    turnoverMade: amount(row.turnover_made),
    charges: chargesOf(row.charges),
    fillCount: row.fill_count,
    ruleVersion: row.rule_version,
    spotFeeTier: row.spot_fee_tier,
    priority: Number(row.priority),
    placedAtMs: instantMs(Number(row.placed_at_ms)),
    state: stateOf(row),
  };
}

/** Amounts by name of charge, written as JSON with integers as text. */
function chargesOf(json: string): Order['charges'] {
  const read: Record<string, string> = JSON.parse(json);
  return Object.fromEntries(Object.entries(read).map(([name, units]) => [name, amount(BigInt(units))]));
}

function stateOf(row: OrderRow): OrderState {
  const endedAtMs = instantMs(Number(row.ended_at_ms ?? 0n));
  if (row.state === 'open' || row.state === 'partial') return { name: row.state, held: amount(row.held) };
  if (row.state === 'cancelled') return { name: row.state, endedAtMs, cause: row.cancel_cause ?? 'customer' };
  if (row.state === 'rejected')
    return { name: row.state, endedAtMs, code: row.refusal_code ?? 'ORDER_UNKNOWN' };
  return { name: row.state, endedAtMs };
}

export function fillOf(row: FillRow): Fill {
  return {
    sequence: Number(row.sequence),
    index: row.index,
    lane: row.lane,
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
