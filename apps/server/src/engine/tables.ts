/**
 * The columns of the tables that a batch writes, in the order in which `rows.ts` writes them. On the way to the database a column
 * is a letter, because each name would be sent and read once a row.
 */
export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: 'int4' | 'int8' | 'text' | 'bool' | 'bytea'])[];
  /** Primary key, where a row may be there already; then all columns from `changing` on are replaced. */
  readonly key?: readonly string[];
  readonly changing?: number;
}

export const TABLES = [
  {
    name: 'journal',
    columns: [
      ['sequence', 'int8'],
      ['at_ms', 'int8'],
      ['account_id', 'int8'],
      ['client_id', 'text'],
      ['content_hash', 'text'],
      ['command', 'text'],
      ['house_depth', 'text'],
      ['outcome', 'text'],
      ['leaf', 'bytea'],
    ],
  },
  {
    name: 'account',
    key: ['account_id'],
    changing: 2,
    columns: [
      ['account_id', 'int8'],
      ['lane', 'text'],
      ['status', 'text'],
      ['spot_fee_tier', 'int4'],
      ['opened_at_ms', 'int8'],
      ['reset_at_ms', 'int8'],
    ],
  },
  {
    name: 'balance',
    key: ['account_id', 'wallet', 'asset_id'],
    changing: 4,
    columns: [
      ['account_id', 'int8'],
      ['wallet', 'text'],
      ['asset_id', 'text'],
      ['lane', 'text'],
      ['available', 'int8'],
      ['held', 'int8'],
      ['unsettled', 'int8'],
    ],
  },
  {
    name: 'house_balance',
    key: ['lane', 'house', 'asset_id'],
    changing: 3,
    columns: [
      ['lane', 'text'],
      ['house', 'text'],
      ['asset_id', 'text'],
      ['amount', 'int8'],
    ],
  },
  {
    name: 'posting',
    columns: [
      ['sequence', 'int8'],
      ['index', 'int4'],
      ['at_ms', 'int8'],
      ['lane', 'text'],
      ['from_account_id', 'int8'],
      ['from_wallet', 'text'],
      ['from_bucket', 'text'],
      ['to_account_id', 'int8'],
      ['to_wallet', 'text'],
      ['to_bucket', 'text'],
      ['asset_id', 'text'],
      ['amount', 'int8'],
      ['kind', 'text'],
      ['charge_name', 'text'],
      ['order_id', 'int8'],
      ['fill_index', 'int4'],
      ['rule_version', 'text'],
    ],
  },
  {
    name: 'orders',
    key: ['order_id'],
    changing: 10,
    columns: [
      ['order_id', 'int8'],
      ['account_id', 'int8'],
      ['lane', 'text'],
      ['instrument_id', 'text'],
      ['client_id', 'text'],
      ['side', 'text'],
      ['type', 'text'],
      ['validity', 'text'],
      ['price_limit', 'int8'],
      ['quantity', 'int8'],
      ['quantity_filled', 'int8'],
      ['turnover_taken', 'int8'],
      ['turnover_made', 'int8'],
      ['charges', 'text'],
      ['fill_count', 'int4'],
      ['rule_version', 'text'],
      ['spot_fee_tier', 'int4'],
      ['priority', 'int8'],
      ['placed_at_ms', 'int8'],
      ['live', 'bool'],
      ['state', 'text'],
      ['held', 'int8'],
      ['ended_at_ms', 'int8'],
      ['cancel_cause', 'text'],
      ['refusal_code', 'text'],
    ],
  },
  {
    name: 'fill',
    columns: [
      ['sequence', 'int8'],
      ['index', 'int4'],
      ['lane', 'text'],
      ['instrument_id', 'text'],
      ['price', 'int8'],
      ['quantity', 'int8'],
      ['value', 'int8'],
      ['at_ms', 'int8'],
      ['taker_side', 'text'],
      ['taker_account_id', 'int8'],
      ['taker_order_id', 'int8'],
      ['maker_account_id', 'int8'],
      ['maker_order_id', 'int8'],
    ],
  },
  {
    name: 'lot',
    key: ['sequence', 'index'],
    changing: 7,
    columns: [
      ['sequence', 'int8'],
      ['index', 'int4'],
      ['account_id', 'int8'],
      ['kind', 'text'],
      ['asset_id', 'text'],
      ['instrument_id', 'text'],
      ['order_id', 'int8'],
      ['amount_original', 'int8'],
      ['amount_left', 'int8'],
      ['cost_left', 'int8'],
      ['opened_at_ms', 'int8'],
      ['usable_at_ms', 'int8'],
      ['withdrawable_at_ms', 'int8'],
      ['settled', 'bool'],
    ],
  },
  {
    name: 'position',
    key: ['account_id', 'instrument_id'],
    changing: 2,
    columns: [
      ['account_id', 'int8'],
      ['instrument_id', 'text'],
      ['quantity', 'int8'],
      ['cost', 'int8'],
      ['profit_realised', 'int8'],
      ['depository_charged_day', 'text'],
    ],
  },
  {
    name: 'instrument',
    key: ['instrument_id'],
    changing: 1,
    columns: [
      ['instrument_id', 'text'],
      ['kind', 'text'],
      ['venue', 'text'],
      ['symbol', 'text'],
      ['base_asset', 'text'],
      ['quote_asset', 'text'],
      ['quote_is_coin', 'bool'],
      ['price_scale', 'int4'],
      ['base_scale', 'int4'],
      ['quote_scale', 'int4'],
      ['tick_size', 'int8'],
      ['lot_size', 'int8'],
      ['quantity_min', 'int8'],
      ['quantity_max', 'int8'],
      ['value_min', 'int8'],
      ['value_max', 'int8'],
      ['protection_bps', 'int4'],
      ['lock_days', 'int4'],
      ['band_low', 'int8'],
      ['band_high', 'int8'],
      ['status', 'text'],
    ],
  },
  {
    name: 'rules',
    key: ['kind', 'name'],
    changing: 2,
    columns: [
      ['kind', 'text'],
      ['name', 'text'],
      ['sequence', 'int8'],
      ['body', 'text'],
    ],
  },
] as const satisfies readonly Table[];

export type TableName = (typeof TABLES)[number]['name'];

/** The letter under which a column travels. */
export function letterOf(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index);
}
