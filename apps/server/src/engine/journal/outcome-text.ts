import type { Fill, FillParty, Order, Outcome } from '@tarazu/core';
import { encodeOutcome } from '@tarazu/core';

/**
 * Outcome as `encodeOutcome` writes it, and `decodeOutcome` reads it. A plain order's is put into plain
 * fields and written by the platform, in half to a third of the time.
 */
export function outcomeText(outcome: Outcome): string {
  return isPlain(outcome) ? JSON.stringify(plainOutcome(outcome)) : encodeOutcome(outcome);
}

type OrderOutcome = Extract<Outcome, { readonly type: 'order' }>;

/** Whether an outcome is of an order with nothing that only some orders have. */
function isPlain(outcome: Outcome): outcome is OrderOutcome {
  if (!outcome.ok || outcome.type !== 'order') return false;
  const { productTerms, conditions } = outcome.order;
  return productTerms === undefined && conditions === undefined;
}

/** Fields in the order in which they are written, amounts as `writeText` writes them. */
function plainOutcome({ order, fills, goesOn }: OrderOutcome): object {
  return { ok: true, type: 'order', order: plainOrder(order), fills: fills.map(plainFill), goesOn };
}

function plainOrder(order: Order): object {
  return {
    id: order.id,
    accountId: order.accountId,
    environment: order.environment,
    instrumentId: order.instrumentId,
    clientId: order.clientId,
    side: order.side,
    type: order.type,
    validity: order.validity,
    priceLimit: marked(order.priceLimit),
    quantity: marked(order.quantity),
    quantityFilled: marked(order.quantityFilled),
    turnoverTaken: marked(order.turnoverTaken),
    turnoverMade: marked(order.turnoverMade),
    charges: plainCharges(order.charges),
    fillCount: order.fillCount,
    ruleVersion: order.ruleVersion,
    spotFeeTier: order.spotFeeTier,
    priority: order.priority,
    placedAtMs: order.placedAtMs,
    agent: order.agent,
    state: plainState(order.state),
  };
}

function plainCharges(charges: Order['charges']): object {
  const plain: Record<string, string> = {};
  for (const [name, charge] of Object.entries(charges)) plain[name] = marked(charge);
  return plain;
}

function plainState(state: Order['state']): object {
  return 'held' in state ? { ...state, held: marked(state.held) } : state;
}

function plainFill(fill: Fill): object {
  return {
    sequence: fill.sequence,
    index: fill.index,
    environment: fill.environment,
    instrumentId: fill.instrumentId,
    price: marked(fill.price),
    quantity: marked(fill.quantity),
    value: marked(fill.value),
    atMs: fill.atMs,
    takerSide: fill.takerSide,
    taker: plainParty(fill.taker),
    maker: plainParty(fill.maker),
  };
}

function plainParty(party: FillParty): object {
  if (party.isMarketMaker) return { house: true };
  const { accountId, orderId, charges, profitRealised } = party;
  return {
    house: false,
    accountId,
    orderId,
    charges: marked(charges),
    profitRealised: marked(profitRealised),
  };
}

function marked(units: bigint): string {
  return `#${units}`;
}

/**
 * An outcome as it is written since format 2 of the journal:
 * before, orders and fills named their environment `lane`.
 */
export function presentOutcomeText(written: string): string {
  return written.replaceAll('"lane":', '"environment":');
}
