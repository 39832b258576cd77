import { readText, writeText } from '#codec/tagged-json.ts';
import { withPresentNames, writtenConditions } from '#codec/written-names.ts';
import { NAMED_AGENTS, type NamedAgent } from '#model/agent.ts';
import {
  type CancelCause,
  endsAtMsOf,
  type Fill,
  type FillParty,
  type Order,
  type OrderConditions,
  type OrderState,
  type WaitsFor,
} from '#model/order.ts';
import { PRODUCT_NAMES, type ProductName, type ProductTerms } from '#model/product-name.ts';
import type { RefusalCode } from '#model/refusal.ts';
import {
  ACCOUNT_ID,
  AMOUNT,
  COUNT,
  clientIdBy,
  column,
  ENVIRONMENT,
  FLAG,
  INSTANT,
  INSTRUMENT_ID,
  LONG_COUNT,
  ORDER_ID,
  oneOf,
  optional,
  PRICE,
  QUANTITY,
  SIDE,
  TEXT,
  wordOf,
} from '#model/rows/column.ts';
import { nestedRowKind } from '#model/rows/row-kind.ts';
import {
  type Amount,
  accountId,
  amount,
  assert,
  type InstantMs,
  orderId,
  parseStoredClientId,
} from '#values/index.ts';

/** An order without what can't lie flat. */
interface OrderColumns extends Omit<Order, 'charges' | 'agent' | 'productTerms' | 'conditions' | 'state'> {
  readonly charges: string;
  readonly live: boolean;
  readonly state: OrderState['name'];
  readonly held: Amount;
  readonly endedAtMs?: InstantMs | undefined;
  readonly cancelCause?: CancelCause | undefined;
  readonly refusalCode?: RefusalCode | undefined;
  /** Its end by its conditions (`endsAtMsOf`), beside them too, so that what is due is found by it. */
  readonly expiresAtMs?: InstantMs | undefined;
  readonly conditions?: string | undefined;
  readonly agent?: NamedAgent | undefined;
  readonly product?: ProductName | undefined;
  /** The rest of what it carries of its product, which alone reads it. */
  readonly productTerms?: string | undefined;
}

const NOTHING_HELD = amount(0n);

export const orders = nestedRowKind<Order, OrderColumns>({ flatten: flatOrder, assemble: orderOf })({
  table: 'orders',
  owner: 'account',
  life: 'state',
  storage: 'own',
  key: ['accountId', 'id'],
  madeBy: 'id',
  changesFrom: 'type',
  open: { field: 'live', is: 'true' },
  keeping: { field: 'live', is: 'true' },
  fields: {
    id: column('order_id', ORDER_ID),
    accountId: column('account_id', ACCOUNT_ID),
    environment: column('environment', ENVIRONMENT),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    clientId: column('client_id', clientIdBy(parseStoredClientId)),
    side: column('side', SIDE),
    type: column('type', wordOf<Order['type']>()),
    validity: column('validity', wordOf<Order['validity']>()),
    priceLimit: column('price_limit', PRICE),
    quantity: column('quantity', QUANTITY),
    quantityFilled: column('quantity_filled', QUANTITY),
    turnoverTaken: column('turnover_taken', AMOUNT),
    turnoverMade: column('turnover_made', AMOUNT),
    charges: column('charges', TEXT),
    fillCount: column('fill_count', COUNT),
    ruleVersion: column('rule_version', TEXT),
    spotFeeTier: column('spot_fee_tier', COUNT),
    priority: column('priority', LONG_COUNT),
    placedAtMs: column('placed_at_ms', INSTANT),
    live: column('live', FLAG),
    state: column('state', oneOf(['new', 'open', 'partial', 'completed', 'cancelled', 'rejected'])),
    held: column('held', AMOUNT),
    endedAtMs: optional('ended_at_ms', INSTANT),
    cancelCause: optional('cancel_cause', wordOf<CancelCause>()),
    refusalCode: optional('refusal_code', wordOf<RefusalCode>()),
    expiresAtMs: optional('expires_at_ms', INSTANT),
    conditions: optional('terms', TEXT),
    agent: optional('agent', oneOf(NAMED_AGENTS)),
    product: optional('product', oneOf(PRODUCT_NAMES)),
    productTerms: optional('product_terms', TEXT),
  },
});

function flatOrder(order: Order): OrderColumns {
  const { state, productTerms } = order;
  const live = 'held' in state;
  return {
    id: order.id,
    accountId: order.accountId,
    environment: order.environment,
    instrumentId: order.instrumentId,
    clientId: order.clientId,
    side: order.side,
    type: order.type,
    validity: order.validity,
    priceLimit: order.priceLimit,
    quantity: order.quantity,
    quantityFilled: order.quantityFilled,
    turnoverTaken: order.turnoverTaken,
    turnoverMade: order.turnoverMade,
    charges: chargesText(order.charges),
    fillCount: order.fillCount,
    ruleVersion: order.ruleVersion,
    spotFeeTier: order.spotFeeTier,
    priority: order.priority,
    placedAtMs: order.placedAtMs,
    live,
    state: state.name,
    held: live ? state.held : NOTHING_HELD,
    endedAtMs: live ? undefined : state.endedAtMs,
    cancelCause: state.name === 'cancelled' ? state.cause : undefined,
    refusalCode: state.name === 'rejected' ? state.code : undefined,
    expiresAtMs: endsAtMsOf(order),
    conditions: conditionsText(order),
    agent: order.agent,
    product: productTerms?.name,
    productTerms: productTerms && productTermsText(productTerms),
  };
}

function productTermsText({ name: _column, ...own }: ProductTerms): string {
  return writeText(own);
}

/** The column `terms`: what only some orders have, and what one in the state `new` waits for. */
type WrittenConditions = OrderConditions & { readonly waitsFor?: WaitsFor };

function conditionsText({ conditions, state }: Order): string | undefined {
  const waits = state.name === 'new' ? { waitsFor: state.waitsFor } : undefined;
  if (!conditions && !waits) return undefined;
  return writeText({ ...(conditions && writtenConditions(conditions)), ...waits });
}

/** Amounts as decimal text of the smallest unit: a JSON number could lose digits. */
function chargesText(charges: Order['charges']): string {
  let text = '';
  for (const [name, units] of Object.entries(charges))
    text += `${text === '' ? '' : ','}"${name}":"${units}"`;
  return `{${text}}`;
}

function orderOf(flat: OrderColumns): Order {
  const written =
    flat.conditions === undefined ? {} : readText<WrittenConditions>(flat.conditions, withPresentNames);
  const { waitsFor = 'trigger', ...conditions } = written;
  return {
    id: flat.id,
    accountId: flat.accountId,
    environment: flat.environment,
    instrumentId: flat.instrumentId,
    clientId: flat.clientId,
    side: flat.side,
    type: flat.type,
    validity: flat.validity,
    priceLimit: flat.priceLimit,
    quantity: flat.quantity,
    quantityFilled: flat.quantityFilled,
    turnoverTaken: flat.turnoverTaken,
    turnoverMade: flat.turnoverMade,
    charges: chargesOf(flat.charges),
    fillCount: flat.fillCount,
    ruleVersion: flat.ruleVersion,
    spotFeeTier: flat.spotFeeTier,
    priority: flat.priority,
    placedAtMs: flat.placedAtMs,
    ...(flat.product !== undefined && { productTerms: productTermsOf(flat.product, flat.productTerms) }),
    ...(flat.agent !== undefined && { agent: flat.agent }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
    state: stateOf(flat, waitsFor),
  };
}

/** Product terms of an order, as its row has them. */
export function productTermsOf(name: ProductName, terms = '{}'): ProductTerms {
  return { name, ...readText<object>(terms) };
}

function chargesOf(text: string): Order['charges'] {
  if (text === '{}') return {};
  const written: Record<string, string> = JSON.parse(text);
  return Object.fromEntries(Object.entries(written).map(([name, units]) => [name, amount(BigInt(units))]));
}

function stateOf(flat: OrderColumns, waitsFor: WaitsFor): OrderState {
  const { state: name, held, endedAtMs, cancelCause, refusalCode } = flat;
  if (name === 'new') return { name, held, waitsFor };
  if (name === 'open' || name === 'partial') return { name, held };
  assert(endedAtMs !== undefined, 'Condition: an order that ended says when');
  switch (name) {
    case 'completed':
      return { name, endedAtMs };
    case 'cancelled':
      assert(cancelCause !== undefined, 'Condition: a cancelled order says why');
      return { name, endedAtMs, cause: cancelCause };
    case 'rejected':
      assert(refusalCode !== undefined, 'Condition: a rejected order says why');
      return { name, endedAtMs, code: refusalCode };
  }
}

/** A fill with its two parties side by side; the market maker is account 0. */
interface FillColumns extends Omit<Fill, 'taker' | 'maker'> {
  readonly takerAccountId: number;
  readonly takerOrderId: number;
  readonly takerCharges: bigint;
  readonly takerProfitRealised: bigint;
  readonly makerAccountId: number;
  readonly makerOrderId: number;
  readonly makerCharges: bigint;
  readonly makerProfitRealised: bigint;
}

const BIG = { type: 'int8', read: AMOUNT.read } as const;

export const fills = nestedRowKind<Fill, FillColumns>({ flatten: flatFill, assemble: fillOf })({
  table: 'fill',
  owner: 'instrument',
  life: 'appended',
  storage: 'own',
  key: ['sequence', 'index'],
  madeBy: 'sequence',
  fields: {
    sequence: column('sequence', LONG_COUNT),
    index: column('index', COUNT),
    environment: column('environment', ENVIRONMENT),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    price: column('price', PRICE),
    quantity: column('quantity', QUANTITY),
    value: column('value', AMOUNT),
    atMs: column('at_ms', INSTANT),
    takerSide: column('taker_side', SIDE),
    takerAccountId: column('taker_account_id', LONG_COUNT),
    takerOrderId: column('taker_order_id', LONG_COUNT),
    takerCharges: column('taker_charges', BIG),
    takerProfitRealised: column('taker_profit_realised', BIG),
    makerAccountId: column('maker_account_id', LONG_COUNT),
    makerOrderId: column('maker_order_id', LONG_COUNT),
    makerCharges: column('maker_charges', BIG),
    makerProfitRealised: column('maker_profit_realised', BIG),
  },
});

const MARKET_MAKER = { accountId: 0, orderId: 0, charges: 0n, profitRealised: 0n } as const;

function flatFill(fill: Fill): FillColumns {
  const taker = fill.taker.isMarketMaker ? MARKET_MAKER : fill.taker;
  const maker = fill.maker.isMarketMaker ? MARKET_MAKER : fill.maker;
  return {
    sequence: fill.sequence,
    index: fill.index,
    environment: fill.environment,
    instrumentId: fill.instrumentId,
    price: fill.price,
    quantity: fill.quantity,
    value: fill.value,
    atMs: fill.atMs,
    takerSide: fill.takerSide,
    takerAccountId: taker.accountId,
    takerOrderId: taker.orderId,
    takerCharges: taker.charges,
    takerProfitRealised: taker.profitRealised,
    makerAccountId: maker.accountId,
    makerOrderId: maker.orderId,
    makerCharges: maker.charges,
    makerProfitRealised: maker.profitRealised,
  };
}

function fillOf(flat: FillColumns): Fill {
  const { sequence, index, environment, instrumentId, price, quantity, value, atMs, takerSide } = flat;
  return {
    sequence,
    index,
    environment,
    instrumentId,
    price,
    quantity,
    value,
    atMs,
    takerSide,
    taker: partyOf(flat.takerAccountId, flat.takerOrderId, [flat.takerCharges, flat.takerProfitRealised]),
    maker: partyOf(flat.makerAccountId, flat.makerOrderId, [flat.makerCharges, flat.makerProfitRealised]),
  };
}

function partyOf(
  account: number,
  order: number,
  [charges, profitRealised]: readonly [charges: bigint, profitRealised: bigint],
): FillParty {
  if (account === 0) return { isMarketMaker: true };
  return {
    isMarketMaker: false,
    accountId: accountId(account),
    orderId: orderId(order),
    charges: amount(charges),
    profitRealised: amount(profitRealised),
  };
}
