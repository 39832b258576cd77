import type {
  AccountRow,
  Balance,
  ClosingBy,
  Entitlement,
  HouseLedgerAccount,
  Instrument,
  IntradayPosition,
  IntradayTerms,
  LastPrice,
  Lot,
  Order,
  OrderState,
  OrderTerms,
  OwnPhase,
  Position,
  RulesUpdate,
  Sweep,
  SweepName,
  WaitsFor,
} from '@tarazu/core';
import {
  type AccountId,
  type Amount,
  accountId,
  amount,
  assetId,
  type Environment,
  instantMs,
  instrumentId,
  orderId,
  parseStoredClientId,
  price,
  quantity,
  rate,
  type Side,
  tradingDay,
} from '@tarazu/core/values';
import { readText } from '#engine/journal/journal-text.ts';

/* The rows of the tables as the database gives them, and what they mean to the core. The reverse of `rows.ts`. */

export interface StoredAccount {
  readonly account_id: bigint;
  readonly environment: Environment;
  readonly status: AccountRow['status'];
  readonly spot_fee_tier: number;
  readonly opened_at_ms: bigint;
  readonly reset_at_ms: bigint | null;
}

export function accountOf(row: StoredAccount): AccountRow {
  return {
    accountId: accountId(Number(row.account_id)),
    environment: row.environment,
    status: row.status,
    spotFeeTier: row.spot_fee_tier,
    openedAtMs: instantMs(Number(row.opened_at_ms)),
    ...(row.reset_at_ms === null ? {} : { resetAtMs: instantMs(Number(row.reset_at_ms)) }),
  };
}

export interface StoredBalance {
  readonly account_id: bigint;
  readonly wallet: 'stock' | 'spot' | 'perpetual';
  readonly asset_id: string;
  readonly environment: Environment;
  readonly available: bigint;
  readonly held: bigint;
  readonly unsettled: bigint;
}

export interface StoredHouseBalance {
  readonly environment: Environment;
  readonly house: HouseLedgerAccount;
  readonly asset_id: string;
  /** More digits than a bigint column has: it stands against all customers together. */
  readonly amount: string;
}

export function houseBalanceOf(row: StoredHouseBalance): Balance {
  const { environment, house, asset_id, amount: units } = row;
  return { environment, account: { house }, assetId: assetId(asset_id), amount: amount(BigInt(units)) };
}

export interface StoredRules {
  readonly kind: string;
  readonly body: string;
}

export function rulesOf({ kind, body }: StoredRules): RulesUpdate {
  return { [kind]: readText(body) };
}

/** What a row of `orders` says whatever its state. */
export interface StoredOrderTerms {
  readonly order_id: bigint;
  readonly account_id: bigint;
  readonly environment: Environment;
  readonly instrument_id: string;
  readonly client_id: string;
  readonly side: Side;
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
  readonly margin_rate: bigint | null;
  readonly is_closing: boolean | null;
  readonly is_square_off: boolean | null;
  readonly terms: string | null;
}

export interface StoredOrder extends StoredOrderTerms {
  readonly state: 'new' | 'open' | 'partial';
  readonly held: bigint;
}

/** A live order: only these are loaded. */
export function liveOrderOf(row: StoredOrder): Order {
  return { ...orderTermsOf(row), state: liveStateOf(row) };
}

type LiveState = Extract<OrderState, { readonly held: Amount }>;

export function liveStateOf(row: {
  state: LiveState['name'];
  held: bigint;
  terms: string | null;
}): LiveState {
  const held = amount(row.held);
  if (row.state !== 'new') return { name: row.state, held };
  const { waitsFor = 'trigger' } = storedTermsOf(row.terms);
  return { name: 'new', held, waitsFor };
}

/** The column `terms`: the order's terms and what it waits for. */
type StoredTerms = OrderTerms & { readonly waitsFor?: WaitsFor };

function storedTermsOf(text: string | null): StoredTerms {
  return text === null ? {} : readText<StoredTerms>(text);
}

function termsOf(text: string | null): OrderTerms | undefined {
  const { waitsFor: _state, ...terms } = storedTermsOf(text);
  return Object.keys(terms).length === 0 ? undefined : terms;
}

export function orderTermsOf(row: StoredOrderTerms): Omit<Order, 'state'> {
  const clientId = parseStoredClientId(row.client_id);
  const terms = termsOf(row.terms);
  if (clientId === undefined)
    throw new Error(`Invariant: order ${row.order_id} was taken with a client id outside the grammar`);
  return {
    id: orderId(Number(row.order_id)),
    accountId: accountId(Number(row.account_id)),
    environment: row.environment,
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
    ...(row.margin_rate === null ? {} : { intraday: intradayTermsOf(row, row.margin_rate) }),
    ...(terms && { terms }),
  };
}

function intradayTermsOf(row: StoredOrderTerms, marginRate: bigint): IntradayTerms {
  return {
    marginRate: rate(marginRate),
    isClosing: row.is_closing === true,
    isSquareOff: row.is_square_off === true,
  };
}

function chargesOf(text: string): Order['charges'] {
  const stored: Record<string, string> = JSON.parse(text);
  return Object.fromEntries(Object.entries(stored).map(([name, units]) => [name, amount(BigInt(units))]));
}

/**
 * The lots of an account as one text, `;` between two and `,` between their columns: an account has many, and as rows they would take
 * half of the time of a restart. No name of an asset or an instrument holds either sign.
 */
export interface StoredLots {
  readonly account_id: bigint;
  readonly lots: string;
}

const LOT_COLUMNS = [
  'sequence',
  'index',
  'kind',
  'asset_id',
  'instrument_id',
  'coalesce(order_id, 0)',
  'amount_original',
  'amount_left',
  'cost_left',
  'opened_at_ms',
  'usable_at_ms',
  'withdrawable_at_ms',
  'settled',
] as const;

/** What `StoredLots` selects, grouped by account. */
export const LOTS_OF_ACCOUNT = `account_id, string_agg(concat_ws(',', ${LOT_COLUMNS.join(', ')}), ';') as lots`;

export function lotsOf(row: StoredLots | undefined): Lot[] {
  if (!row) return [];
  const owner = accountId(Number(row.account_id));
  return row.lots.split(';').map((text) => lotOf(owner, text.split(',')));
}

function lotOf(owner: AccountId, columns: readonly string[]): Lot {
  const [sequence, index, kind, asset = '', instrument = '', order, ...rest] = columns;
  const [original = '', left = '', cost = '', openedAt, usableAt, withdrawableAt, settled] = rest;
  if (columns.length !== LOT_COLUMNS.length)
    throw new Error(
      `Invariant: a lot of account ${owner} has ${LOT_COLUMNS.length} columns, none of them empty`,
    );
  return {
    sequence: Number(sequence),
    index: Number(index),
    accountId: owner,
    kind: kind === 'shares' ? 'shares' : 'proceeds',
    assetId: assetId(asset),
    instrumentId: instrumentId(instrument),
    ...(order === '0' ? {} : { orderId: orderId(Number(order)) }),
    amountOriginal: amount(BigInt(original)),
    amountLeft: amount(BigInt(left)),
    costLeft: amount(BigInt(cost)),
    openedAtMs: instantMs(Number(openedAt)),
    usableAtMs: instantMs(Number(usableAt)),
    withdrawableAtMs: instantMs(Number(withdrawableAt)),
    settled: settled === 't',
  };
}

export interface StoredPosition {
  readonly account_id: bigint;
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly profit_realised: bigint;
  readonly depository_charged_day: string | null;
}

export function positionOf(row: StoredPosition): Position {
  const day = row.depository_charged_day;
  return {
    accountId: accountId(Number(row.account_id)),
    instrumentId: instrumentId(row.instrument_id),
    quantity: amount(row.quantity),
    cost: amount(row.cost),
    profitRealised: amount(row.profit_realised),
    ...(day === null ? {} : { depositoryChargedDay: tradingDay(day) }),
  };
}

export interface StoredIntraday {
  readonly account_id: bigint;
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly charges: bigint;
  readonly margin: bigint;
  readonly profit_realised: bigint;
  readonly opened_at_ms: bigint;
}

export function intradayOf(row: StoredIntraday): IntradayPosition {
  return {
    accountId: accountId(Number(row.account_id)),
    instrumentId: instrumentId(row.instrument_id),
    quantity: amount(row.quantity),
    value: amount(row.value),
    charges: amount(row.charges),
    margin: amount(row.margin),
    profitRealised: amount(row.profit_realised),
    openedAtMs: instantMs(Number(row.opened_at_ms)),
  };
}

export interface StoredLastPrice {
  readonly instrument_id: string;
  readonly environment: Environment;
  readonly price: bigint;
  readonly at_ms: bigint;
}

export function lastPriceOf(row: StoredLastPrice): LastPrice {
  return {
    instrumentId: instrumentId(row.instrument_id),
    environment: row.environment,
    price: price(row.price),
    atMs: instantMs(Number(row.at_ms)),
  };
}

export interface StoredSweep {
  readonly sequence: bigint;
  readonly index: number;
  readonly name: SweepName;
  readonly instrument_id: string;
  readonly environment: Environment;
  readonly opened_at_ms: bigint;
  readonly place: string;
  readonly done_count: bigint;
  readonly ended_at_ms: bigint | null;
}

export function sweepOf(row: StoredSweep): Sweep {
  return {
    sequence: Number(row.sequence),
    index: row.index,
    name: row.name,
    instrumentId: instrumentId(row.instrument_id),
    environment: row.environment,
    openedAtMs: instantMs(Number(row.opened_at_ms)),
    place: row.place,
    doneCount: Number(row.done_count),
    ...(row.ended_at_ms === null ? {} : { endedAtMs: instantMs(Number(row.ended_at_ms)) }),
  };
}

export interface StoredEntitlement {
  readonly account_id: bigint;
  readonly issue_id: string;
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly quantity_applied: bigint;
  readonly price_issue: bigint;
  readonly closes_at_ms: bigint;
  readonly ended_at_ms: bigint | null;
}

export function entitlementOf(row: StoredEntitlement): Entitlement {
  const issueId = parseStoredClientId(row.issue_id);
  if (issueId === undefined)
    throw new Error(`Invariant: the issue ${row.issue_id} has a name outside the grammar`);
  const { ended_at_ms: endedAtMs } = row;
  return {
    accountId: accountId(Number(row.account_id)),
    issueId,
    instrumentId: instrumentId(row.instrument_id),
    quantity: quantity(row.quantity),
    quantityApplied: quantity(row.quantity_applied),
    priceIssue: price(row.price_issue),
    closesAtMs: instantMs(Number(row.closes_at_ms)),
    ...(endedAtMs === null ? {} : { endedAtMs: instantMs(Number(endedAtMs)) }),
  };
}

export interface StoredInstrument {
  readonly instrument_id: string;
  readonly kind: Instrument['kind'];
  readonly venue: Instrument['venue'];
  readonly symbol: string;
  readonly base_asset: string;
  readonly quote_asset: string;
  readonly quote_is_coin: boolean;
  readonly price_scale: number;
  readonly base_scale: number;
  readonly quote_scale: number;
  readonly tick_size: bigint;
  readonly lot_size: bigint;
  readonly quantity_min: bigint;
  readonly quantity_max: bigint;
  readonly value_min: bigint;
  readonly value_max: bigint;
  readonly protection_bps: number;
  readonly lock_days: Instrument['lockDays'];
  readonly band_low: bigint | null;
  readonly band_high: bigint | null;
  readonly status: Instrument['status'];
  readonly closes_by: ClosingBy | null;
  readonly reference_price: bigint | null;
  readonly intraday_margin_rate: bigint | null;
  readonly own_phase: OwnPhase | null;
  readonly protection_low_price: bigint | null;
  readonly protection_low_bps: number | null;
}

export function instrumentOf(row: StoredInstrument): Instrument {
  const { band_low: low, band_high: high } = row;
  const { protection_low_price: lowPrice, protection_low_bps: lowBps } = row;
  return {
    id: instrumentId(row.instrument_id),
    kind: row.kind,
    venue: row.venue,
    symbol: row.symbol,
    baseAsset: assetId(row.base_asset),
    quoteAsset: assetId(row.quote_asset),
    quoteIsCoin: row.quote_is_coin,
    priceScale: row.price_scale,
    baseScale: row.base_scale,
    quoteScale: row.quote_scale,
    tickSize: price(row.tick_size),
    lotSize: quantity(row.lot_size),
    quantityMin: quantity(row.quantity_min),
    quantityMax: quantity(row.quantity_max),
    valueMin: amount(row.value_min),
    valueMax: amount(row.value_max),
    protectionBps: row.protection_bps,
    ...(lowPrice === null || lowBps === null
      ? {}
      : { protectionLow: { priceBelow: price(lowPrice), bps: lowBps } }),
    lockDays: row.lock_days,
    ...(low === null || high === null ? {} : { band: { priceLow: price(low), priceHigh: price(high) } }),
    ...(row.closes_by === null ? {} : { closesBy: row.closes_by }),
    ...(row.intraday_margin_rate === null ? {} : { intradayMarginRate: rate(row.intraday_margin_rate) }),
    ...(row.reference_price === null ? {} : { referencePrice: price(row.reference_price) }),
    ...(row.own_phase === null ? {} : { ownPhase: row.own_phase }),
    status: row.status,
  };
}
