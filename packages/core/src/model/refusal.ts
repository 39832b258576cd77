/**
 * Every refusal that the core can give, each of which has
 * a number, status and sentence in `@tarazu/protocol`.
 */
export type RefusalCode =
  | 'CLIENT_ID_REUSED'
  | 'ACCOUNT_UNKNOWN'
  | 'ACCOUNT_FROZEN'
  | 'AGENT_NOT_ALLOWED'
  | 'SUB_ACCOUNTS_MAX'
  | 'SUB_ACCOUNT_OPEN'
  | 'INSTRUMENT_UNKNOWN'
  | 'INSTRUMENT_NOT_LISTED'
  | 'INSTRUMENT_HALTED'
  | 'SESSION_CLOSED'
  | 'TYPE_NOT_ALLOWED'
  | 'TICK'
  | 'LOT'
  | 'QUANTITY_MIN'
  | 'QUANTITY_MAX'
  | 'VALUE_MIN'
  | 'VALUE_MAX'
  | 'PRICE_BAND'
  | 'TRIGGER_SIDE'
  | 'TRIGGER_LIMIT'
  | 'TRIGGER_NEAR'
  | 'TP_SL_SIDE'
  | 'TRAIL'
  | 'EXPIRY'
  | 'QUANTITY_SHOWN'
  | 'STALE_PRICE'
  | 'NO_LIQUIDITY'
  | 'WOULD_TAKE'
  | 'INSUFFICIENT_FUNDS'
  | 'INSUFFICIENT_HOLDINGS'
  | 'HOLDINGS_UNSETTLED'
  | 'OPEN_ORDERS_MAX'
  | 'GTT_MAX'
  | 'QUANTITY_FILLED'
  | 'OWN_ORDER_MET'
  | 'NOT_MODIFIABLE'
  | 'ORDER_UNKNOWN'
  | 'ORDER_NOT_OPEN'
  | 'AUCTION_LOCKED'
  | 'BOOK_BUSY'
  | 'RIGHTS_UNKNOWN'
  | 'RIGHTS_CLOSED'
  | 'RIGHTS_MAX'
  | 'OWN_EXCLUSION'
  | 'OWN_HOURS'
  | 'OWN_LEVERAGE'
  | 'OWN_LOSS'
  | 'OWN_ORDERS'
  | 'OWN_LIMIT_LOOSER'
  | 'OWN_LIMIT_UNFIT'
  | 'SEED_UNFIT'
  | 'MARK_UNFIT'
  | 'DEMO_ONLY'
  | 'DEMO_RESET_TODAY';

/** Why an order can not leave where it stands for now. */
export type LockCode = Extract<RefusalCode, 'AUCTION_LOCKED' | 'BOOK_BUSY'>;

/** A refusal with what the customer needs to mend it: the limit that was met, as decimal text or a word. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly detail?: Readonly<Record<string, string>>;
}
