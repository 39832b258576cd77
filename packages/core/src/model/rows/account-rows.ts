import type { AccountRow, Entitlement, Lot, Position } from '#model/ledger.ts';
import {
  ACCOUNT_ID,
  AMOUNT,
  ASSET_ID,
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
  TRADING_DAY,
} from '#model/rows/column.ts';
import { rowKind } from '#model/rows/row-kind.ts';
import { PURPOSES } from '#model/sub-account.ts';
import { parseStoredClientId } from '#values/index.ts';

export const accounts = rowKind<AccountRow>()({
  table: 'account',
  owner: 'account',
  life: 'state',
  storage: 'own',
  key: ['accountId'],
  changesFrom: 'status',
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    environment: column('environment', ENVIRONMENT),
    status: column('status', oneOf(['active', 'frozen', 'closed'])),
    spotFeeTier: column('spot_fee_tier', COUNT),
    openedAtMs: column('opened_at_ms', INSTANT),
    resetAtMs: optional('reset_at_ms', INSTANT),
    sweptTo: optional('swept_to', LONG_COUNT),
    parentId: optional('parent_id', ACCOUNT_ID),
    purpose: optional('purpose', oneOf(PURPOSES)),
    subAccountCount: optional('sub_account_count', COUNT),
    openOrdersMax: optional('open_orders_max', COUNT),
    orderValueMax: optional('order_value_max', AMOUNT),
    orderValueAsset: optional('order_value_asset', ASSET_ID),
    ownerFrozen: optional('owner_frozen', FLAG),
    withdrawalsFrozen: optional('withdrawals_frozen', FLAG),
  },
});

export const lots = rowKind<Lot>()({
  table: 'lot',
  owner: 'account',
  life: 'state',
  storage: 'own',
  key: ['sequence', 'index'],
  madeBy: 'sequence',
  changesFrom: 'amountOriginal',
  open: { field: 'amountLeft', is: 'aboveZero' },
  fields: {
    sequence: column('sequence', LONG_COUNT),
    index: column('index', COUNT),
    accountId: column('account_id', ACCOUNT_ID),
    kind: column('kind', oneOf(['shares', 'proceeds'])),
    assetId: column('asset_id', ASSET_ID),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    orderId: optional('order_id', ORDER_ID),
    amountOriginal: column('amount_original', AMOUNT),
    amountLeft: column('amount_left', AMOUNT),
    costLeft: column('cost_left', AMOUNT),
    openedAtMs: column('opened_at_ms', INSTANT),
    usableAtMs: column('usable_at_ms', INSTANT),
    withdrawableAtMs: column('withdrawable_at_ms', INSTANT),
    settled: column('settled', FLAG),
  },
});

export const positions = rowKind<Position>()({
  table: 'position',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'instrumentId'],
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    quantity: column('quantity', AMOUNT),
    cost: column('cost', AMOUNT),
    profitRealised: column('profit_realised', AMOUNT),
    depositoryChargedDay: optional('depository_charged_day', TRADING_DAY),
    depositoryPaid: optional('depository_paid', AMOUNT),
  },
});

export const entitlements = rowKind<Entitlement>()({
  table: 'entitlement',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'issueId'],
  open: { field: 'endedAtMs', is: 'null' },
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    issueId: column('issue_id', clientIdBy(parseStoredClientId)),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    quantity: column('quantity', QUANTITY),
    quantityApplied: column('quantity_applied', QUANTITY),
    priceIssue: column('price_issue', PRICE),
    closesAtMs: column('closes_at_ms', INSTANT),
    endedAtMs: optional('ended_at_ms', INSTANT),
    quantityTaken: optional('quantity_taken', QUANTITY),
  },
});
