import type { RefusalCode } from '@tarazu/core';

/** Refusals that the gateway gives before a command reaches the core. */
export type GatewayRefusalKey =
  | 'SIGN_IN_NEEDED'
  | 'INVALID_INPUT'
  | 'UNKNOWN_CALL'
  | 'METHOD_NOT_ALLOWED'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_BODY'
  | 'CROSS_SITE'
  | 'UNKNOWN_HOST'
  | 'NOT_FOUND'
  | 'COUNTRY_UNLISTED'
  | 'OUTBOX_KEY'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'PICTURES_AWAY'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'DEMO_FULL'
  | 'LOGIN_FAILED'
  | 'WORK_NEEDED'
  | 'ACCOUNT_CLOSED'
  | 'CAPTCHA_NEEDED'
  | 'CAPTCHA_WRONG'
  | 'CODE_WRONG'
  | 'CODE_RECENTLY_SENT'
  | 'PASSWORD_MISMATCH'
  | 'PASSWORD_WEAK'
  | 'ACCOUNT_TAKEN'
  | 'PHONE_FORMAT'
  | 'EMAIL_FORMAT'
  | 'AGREEMENT_NEEDED'
  | 'INVITE_CODE_UNKNOWN'
  | 'WATCHLIST_FULL'
  | 'WATCHLISTS_FULL'
  | 'WATCHLIST_NAME_TAKEN'
  | 'ALERTS_FULL'
  | 'ALERTS_TODAY'
  | 'ALERT_REACHED'
  | 'ALERT_NEVER'
  | 'ORDER_RATE'
  | 'ORDER_TOO_LATE'
  | 'CONFIRM_LARGE_ORDER'
  | 'LOGIN_NEEDED'
  | 'PASSWORD_SAME'
  | 'PASSWORD_WRONG'
  | 'PASSWORD_LOCKED'
  | 'PIN_FORMAT'
  | 'PIN_WEAK'
  | 'PIN_REQUIRED'
  | 'PIN_WRONG'
  | 'PIN_LOCKED'
  | 'SECOND_FACTOR_NEEDED'
  | 'SECOND_FACTOR_WRONG'
  | 'SECOND_FACTOR_LOCKED'
  | 'SECOND_FACTOR_SET'
  | 'LINK_UNFIT'
  | 'EMAIL_NEEDED'
  | 'PASSKEY_REFUSED'
  | 'PASSKEY_PLACE'
  | 'PASSKEY_MAX'
  | 'STAFF_PROOF_WRONG'
  | 'STEP_UP_NEEDED'
  | 'STEP_UP_EXPIRED'
  | 'STEP_UP_UNFIT'
  | 'API_KEY_UNFIT'
  | 'API_KEY_TIME'
  | 'API_KEY_USED'
  | 'API_KEY_SCOPE'
  | 'API_KEY_ADDRESS'
  | 'API_KEY_VALUE'
  | 'API_KEY_ORDERS'
  | 'API_KEYS_MAX'
  | 'PUSH_SERVICE'
  | 'CHATS_FULL'
  | 'CHATS_TODAY'
  | 'CHAT_MESSAGES_TODAY'
  | 'CHAT_ORDERS_TODAY'
  | 'CHAT_PICTURES_TODAY'
  | 'CHAT_PICTURE_BYTES_TODAY'
  | 'CHAT_PICTURES_FULL'
  | 'PICTURE_GONE'
  | 'STAFF_SIGN_IN_FAILED'
  | 'STAFF_LOCKED'
  | 'STAFF_INVITATION'
  | 'STAFF_PASSWORD'
  | 'STAFF_ROLE'
  | 'STAFF_OWN_ACCOUNT'
  | 'STAFF_SECOND_PERSON'
  | 'STAFF_OWN_DECISION'
  | 'STAFF_GLASS_ALONE'
  | 'STAFF_GLASS_NEEDLESS'
  | 'QUEUE_ITEM_DONE'
  | 'QUEUE_ITEM_CHANGED'
  | 'RULE_TOO_SOON'
  | 'RULE_DAY_TAKEN'
  | 'RULE_UNCHANGED'
  | 'RULE_BASE_CHANGED'
  | 'RULE_PROPOSALS_FULL'
  | 'CONTENT_DRAFTS_FULL'
  | 'CONTENT_FULL'
  | 'CONTENT_TIME'
  | 'CORRECTION_LIMIT'
  | 'CORRECTION_TICKET'
  | 'CORRECTION_PROPOSER'
  | 'CORRECTION_DOUBLE'
  | 'CORRECTION_REFERENCE'
  | 'CORRECTION_DAY'
  | 'CORRECTIONS_FULL'
  | IdentityRefusalKey;

/** Refusals of the check of who somebody is, and of pictures. */
type IdentityRefusalKey =
  | 'KYC_REQUIRED'
  | 'REGISTRATION_NEEDED'
  | 'DOCUMENT_NUMBER'
  | 'TAX_NUMBER'
  | 'PHOTO_MISSING'
  | 'PHOTO_TYPE'
  | 'PHOTO_BYTES'
  | 'PHOTO_PIXELS'
  | 'PHOTO_BROKEN'
  | 'PHOTOS_TODAY'
  | 'IDENTITY_UNDER_REVIEW'
  | 'IDENTITY_TRIES'
  | 'IDENTITY_NUMBER_TAKEN'
  | 'APPEAL_NOT_OPEN'
  | 'SCORE_APPEAL_NOT_OPEN';

export type RefusalKey = RefusalCode | GatewayRefusalKey;

export interface RefusalEntry {
  /**
   * Number on the wire, unique, of a family: -1100 validation, -1200 funds and holdings, -1300 session and
   * market, -1400 identity, -1500 rate, -1600 own limits, -1900 maintenance.
   */
  readonly code: number;
  readonly status: 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503;
  /** Published rule that decides, where one does. */
  readonly ruleId?: string;
}

/**
 * The one registry of refusals (rules 2.23). Sentences are in `messages/`, one file a language; a language
 * file does not compile while a key is missing.
 */
export const REFUSALS = {
  SIGN_IN_NEEDED: { code: -1000, status: 401 },
  /** Refusal with nothing to change, which the app shows as a plain toast for a second. */
  DEMO_RESET_TODAY: { code: -1001, status: 409 },

  INVALID_INPUT: { code: -1100, status: 400 },
  UNKNOWN_CALL: { code: -1101, status: 404 },
  METHOD_NOT_ALLOWED: { code: -1102, status: 405 },
  BODY_TOO_LARGE: { code: -1103, status: 413 },
  UNSUPPORTED_BODY: { code: -1104, status: 415 },
  CROSS_SITE: { code: -1105, status: 403 },
  UNKNOWN_HOST: { code: -1108, status: 421 },
  NOT_FOUND: { code: -1106, status: 404 },
  OUTBOX_KEY: { code: -1109, status: 403 },
  CLIENT_ID_REUSED: { code: -1107, status: 409 },
  TICK: { code: -1110, status: 422, ruleId: 'tick-size' },
  LOT: { code: -1111, status: 422, ruleId: 'lot-size' },
  QUANTITY_MIN: { code: -1112, status: 422, ruleId: 'order-size' },
  QUANTITY_MAX: { code: -1113, status: 422, ruleId: 'order-size' },
  VALUE_MIN: { code: -1114, status: 422, ruleId: 'order-size' },
  VALUE_MAX: { code: -1115, status: 422, ruleId: 'order-size' },
  TYPE_NOT_ALLOWED: { code: -1116, status: 422, ruleId: 'order-types' },
  EXPIRY: { code: -1117, status: 422, ruleId: 'order-expiry' },
  QUANTITY_SHOWN: { code: -1118, status: 422, ruleId: 'iceberg' },
  TRAIL: { code: -1119, status: 422, ruleId: 'order-triggers' },
  PASSWORD_MISMATCH: { code: -1120, status: 422 },
  PASSWORD_WEAK: { code: -1121, status: 422 },
  PHONE_FORMAT: { code: -1122, status: 422 },
  EMAIL_FORMAT: { code: -1123, status: 422 },
  AGREEMENT_NEEDED: { code: -1124, status: 422 },
  INVITE_CODE_UNKNOWN: { code: -1125, status: 422 },
  ACCOUNT_TAKEN: { code: -1126, status: 409 },
  WATCHLIST_FULL: { code: -1127, status: 422 },
  WATCHLISTS_FULL: { code: -1128, status: 422 },
  WATCHLIST_NAME_TAKEN: { code: -1129, status: 409 },
  PASSWORD_SAME: { code: -1130, status: 422 },
  PIN_FORMAT: { code: -1131, status: 422 },
  PIN_WEAK: { code: -1132, status: 422 },
  ALERTS_FULL: { code: -1140, status: 422 },
  ALERT_REACHED: { code: -1141, status: 422 },
  ALERT_NEVER: { code: -1142, status: 422 },

  DEMO_FULL: { code: -1157, status: 503 },
  DOCUMENT_NUMBER: { code: -1150, status: 422, ruleId: 'identity' },
  TAX_NUMBER: { code: -1151, status: 422, ruleId: 'identity' },
  PHOTO_MISSING: { code: -1152, status: 422, ruleId: 'identity' },
  PHOTO_TYPE: { code: -1153, status: 422, ruleId: 'identity' },
  PHOTO_BYTES: { code: -1154, status: 413, ruleId: 'identity' },
  PHOTO_PIXELS: { code: -1155, status: 422, ruleId: 'identity' },
  PHOTO_BROKEN: { code: -1156, status: 422, ruleId: 'identity' },

  INSUFFICIENT_FUNDS: { code: -1200, status: 422, ruleId: 'buying-power' },
  INSUFFICIENT_HOLDINGS: { code: -1201, status: 422, ruleId: 'holdings' },
  HOLDINGS_UNSETTLED: { code: -1202, status: 422, ruleId: 'settlement' },
  OPEN_ORDERS_MAX: { code: -1203, status: 422, ruleId: 'order-count' },
  GTT_MAX: { code: -1204, status: 422, ruleId: 'gtt' },

  RIGHTS_MAX: { code: -1205, status: 422, ruleId: 'rights' },
  SUB_ACCOUNTS_MAX: { code: -1206, status: 422 },

  SESSION_CLOSED: { code: -1300, status: 422, ruleId: 'sessions' },
  INSTRUMENT_UNKNOWN: { code: -1301, status: 404 },
  INSTRUMENT_NOT_LISTED: { code: -1302, status: 422 },
  INSTRUMENT_HALTED: { code: -1303, status: 422, ruleId: 'halts' },
  PRICE_BAND: { code: -1304, status: 422, ruleId: 'price-band' },
  NO_LIQUIDITY: { code: -1305, status: 422, ruleId: 'market-protection' },
  WOULD_TAKE: { code: -1306, status: 422, ruleId: 'post-only' },
  STALE_PRICE: { code: -1307, status: 422 },
  ORDER_UNKNOWN: { code: -1310, status: 404 },
  ORDER_NOT_OPEN: { code: -1311, status: 409 },
  AUCTION_LOCKED: { code: -1312, status: 409, ruleId: 'sessions' },
  QUANTITY_FILLED: { code: -1313, status: 409 },
  NOT_MODIFIABLE: { code: -1314, status: 422, ruleId: 'modify' },
  RIGHTS_UNKNOWN: { code: -1315, status: 404, ruleId: 'rights' },
  RIGHTS_CLOSED: { code: -1316, status: 409, ruleId: 'rights' },
  BOOK_BUSY: { code: -1317, status: 409, ruleId: 'sessions' },
  OWN_ORDER_MET: { code: -1318, status: 409, ruleId: 'modify' },
  ORDER_TOO_LATE: { code: -1319, status: 409, ruleId: 'order-deadline' },
  TRIGGER_SIDE: { code: -1320, status: 422, ruleId: 'order-triggers' },
  TRIGGER_LIMIT: { code: -1321, status: 422, ruleId: 'order-triggers' },
  TRIGGER_NEAR: { code: -1322, status: 422, ruleId: 'gtt' },
  COUNTRY_UNLISTED: { code: -1324, status: 422 },
  TP_SL_SIDE: { code: -1323, status: 422, ruleId: 'order-triggers' },

  ACCOUNT_UNKNOWN: { code: -1400, status: 404 },
  ACCOUNT_FROZEN: { code: -1401, status: 403 },
  ACCOUNT_CLOSED: { code: -1402, status: 403 },
  LOGIN_FAILED: { code: -1403, status: 401 },
  CAPTCHA_NEEDED: { code: -1405, status: 422 },
  CAPTCHA_WRONG: { code: -1406, status: 422 },
  CODE_WRONG: { code: -1407, status: 422 },
  DEMO_ONLY: { code: -1408, status: 403 },
  SEED_UNFIT: { code: -1410, status: 409 },
  AGENT_NOT_ALLOWED: { code: -1411, status: 403 },
  SUB_ACCOUNT_OPEN: { code: -1412, status: 409 },
  WORK_NEEDED: { code: -1413, status: 422 },
  MARK_UNFIT: { code: -1414, status: 422 },

  LOGIN_NEEDED: { code: -1420, status: 403 },
  PASSWORD_WRONG: { code: -1421, status: 422 },
  PASSWORD_LOCKED: { code: -1422, status: 429 },
  PIN_REQUIRED: { code: -1423, status: 422 },
  PIN_WRONG: { code: -1424, status: 422 },
  PIN_LOCKED: { code: -1425, status: 429 },
  STEP_UP_NEEDED: { code: -1426, status: 403 },
  STEP_UP_EXPIRED: { code: -1427, status: 403 },
  STEP_UP_UNFIT: { code: -1428, status: 403 },
  SECOND_FACTOR_NEEDED: { code: -1429, status: 401 },
  SECOND_FACTOR_WRONG: { code: -1430, status: 422 },
  SECOND_FACTOR_LOCKED: { code: -1431, status: 429 },
  SECOND_FACTOR_SET: { code: -1432, status: 409 },
  LINK_UNFIT: { code: -1433, status: 422 },
  EMAIL_NEEDED: { code: -1434, status: 422 },
  PASSKEY_REFUSED: { code: -1134, status: 401 },
  PASSKEY_PLACE: { code: -1135, status: 409 },
  PASSKEY_MAX: { code: -1136, status: 409 },
  STAFF_PROOF_WRONG: { code: -1137, status: 422 },
  API_KEY_UNFIT: { code: -1450, status: 401 },
  API_KEY_TIME: { code: -1451, status: 401 },
  API_KEY_USED: { code: -1452, status: 409 },
  API_KEY_SCOPE: { code: -1453, status: 403 },
  API_KEY_ADDRESS: { code: -1454, status: 403 },
  API_KEY_VALUE: { code: -1455, status: 422 },
  API_KEY_ORDERS: { code: -1456, status: 429 },
  API_KEYS_MAX: { code: -1457, status: 422 },
  STAFF_SIGN_IN_FAILED: { code: -1470, status: 401 },
  STAFF_LOCKED: { code: -1471, status: 429 },
  STAFF_INVITATION: { code: -1472, status: 403 },
  STAFF_PASSWORD: { code: -1473, status: 422 },
  STAFF_ROLE: { code: -1474, status: 403 },
  STAFF_OWN_ACCOUNT: { code: -1475, status: 403 },
  STAFF_SECOND_PERSON: { code: -1476, status: 409 },
  QUEUE_ITEM_DONE: { code: -1477, status: 409 },
  PUSH_SERVICE: { code: -1488, status: 422 },
  CHATS_FULL: { code: -1478, status: 422 },
  PICTURE_GONE: { code: -1489, status: 404 },
  QUEUE_ITEM_CHANGED: { code: -1479, status: 409 },
  STAFF_OWN_DECISION: { code: -1480, status: 409 },
  STAFF_GLASS_ALONE: { code: -1481, status: 409 },
  STAFF_GLASS_NEEDLESS: { code: -1482, status: 409 },
  RULE_TOO_SOON: { code: -1483, status: 422 },
  RULE_DAY_TAKEN: { code: -1484, status: 409 },
  RULE_UNCHANGED: { code: -1485, status: 422 },
  RULE_BASE_CHANGED: { code: -1486, status: 409 },
  RULE_PROPOSALS_FULL: { code: -1487, status: 409 },
  CONTENT_DRAFTS_FULL: { code: -1490, status: 409 },
  CONTENT_FULL: { code: -1491, status: 409 },
  CONTENT_TIME: { code: -1492, status: 422 },
  CORRECTION_LIMIT: { code: -1493, status: 422, ruleId: 'corrections' },
  CORRECTION_TICKET: { code: -1494, status: 422 },
  CORRECTION_PROPOSER: { code: -1496, status: 409 },
  CORRECTION_DOUBLE: { code: -1497, status: 409 },
  CORRECTION_REFERENCE: { code: -1498, status: 409 },
  CORRECTION_DAY: { code: -1499, status: 409, ruleId: 'corrections' },
  CORRECTIONS_FULL: { code: -1495, status: 409 },
  KYC_REQUIRED: { code: -1440, status: 403, ruleId: 'identity' },
  REGISTRATION_NEEDED: { code: -1441, status: 403 },
  IDENTITY_UNDER_REVIEW: { code: -1442, status: 409, ruleId: 'identity' },
  APPEAL_NOT_OPEN: { code: -1443, status: 409, ruleId: 'identity' },
  SCORE_APPEAL_NOT_OPEN: { code: -1445, status: 409, ruleId: 'credit-score' },
  IDENTITY_NUMBER_TAKEN: { code: -1444, status: 409, ruleId: 'identity' },

  RATE_LIMITED: { code: -1500, status: 429 },
  PHOTOS_TODAY: { code: -1510, status: 429, ruleId: 'identity' },
  IDENTITY_TRIES: { code: -1511, status: 429, ruleId: 'identity' },
  CHAT_MESSAGES_TODAY: { code: -1512, status: 429 },
  CHAT_ORDERS_TODAY: { code: -1513, status: 429 },
  CHATS_TODAY: { code: -1514, status: 429 },
  ALERTS_TODAY: { code: -1515, status: 429 },
  CHAT_PICTURES_TODAY: { code: -1516, status: 429 },
  CHAT_PICTURE_BYTES_TODAY: { code: -1517, status: 429 },
  CHAT_PICTURES_FULL: { code: -1518, status: 429 },
  CODE_RECENTLY_SENT: { code: -1501, status: 429 },
  ORDER_RATE: { code: -1502, status: 429, ruleId: 'order-rate' },

  CONFIRM_LARGE_ORDER: { code: -1600, status: 422, ruleId: 'order-size' },
  OWN_EXCLUSION: { code: -1610, status: 422, ruleId: 'own-limits' },
  OWN_HOURS: { code: -1611, status: 422, ruleId: 'own-limits' },
  OWN_LEVERAGE: { code: -1612, status: 422, ruleId: 'own-limits' },
  OWN_LOSS: { code: -1613, status: 422, ruleId: 'own-limits' },
  OWN_ORDERS: { code: -1614, status: 422, ruleId: 'own-limits' },
  OWN_LIMIT_LOOSER: { code: -1615, status: 409, ruleId: 'own-limits' },
  OWN_LIMIT_UNFIT: { code: -1616, status: 422, ruleId: 'own-limits' },

  OVERLOADED: { code: -1900, status: 503 },
  UNAVAILABLE: { code: -1901, status: 503 },
  PICTURES_AWAY: { code: -1903, status: 503 },
  /** A mistake of ours: nothing that a caller sends may lead here. */
  INTERNAL: { code: -1902, status: 500 },
} as const satisfies Record<RefusalKey, RefusalEntry>;

/**
 * Refusals of an order, in their order of precedence (rules 2.3): the first wins, whichever side of the
 * writer it was found on. Before all of them comes who asks, how often, and whether it can be read.
 */
export const ORDER_CHECKS = [
  'CLIENT_ID_REUSED',
  'ACCOUNT_UNKNOWN',
  'ACCOUNT_FROZEN',
  'OWN_EXCLUSION',
  'OWN_HOURS',
  'KYC_REQUIRED',
  'INSTRUMENT_UNKNOWN',
  'INSTRUMENT_NOT_LISTED',
  'INSTRUMENT_HALTED',
  'SESSION_CLOSED',
  'TYPE_NOT_ALLOWED',
  'TICK',
  'LOT',
  'QUANTITY_MIN',
  'QUANTITY_MAX',
  'VALUE_MIN',
  'VALUE_MAX',
  'PRICE_BAND',
  'EXPIRY',
  'QUANTITY_SHOWN',
  'TRAIL',
  'TRIGGER_SIDE',
  'TRIGGER_NEAR',
  'TRIGGER_LIMIT',
  'TP_SL_SIDE',
  'STALE_PRICE',
  'NO_LIQUIDITY',
  'WOULD_TAKE',
  'CONFIRM_LARGE_ORDER',
  'OWN_LEVERAGE',
  'OWN_LOSS',
  'OWN_ORDERS',
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_HOLDINGS',
  'HOLDINGS_UNSETTLED',
  'OPEN_ORDERS_MAX',
  'GTT_MAX',
] as const satisfies readonly RefusalKey[];

/** Refusals that any call may give, so that operations need not repeat them. */
export const COMMON_REFUSALS = [
  'INVALID_INPUT',
  'UNSUPPORTED_BODY',
  'BODY_TOO_LARGE',
  'CROSS_SITE',
  'RATE_LIMITED',
  'OVERLOADED',
  'UNAVAILABLE',
] as const satisfies readonly RefusalKey[];

/** Refusals that every call of a signed-in customer may give besides. */
export const CUSTOMER_REFUSALS = ['SIGN_IN_NEEDED'] as const satisfies readonly RefusalKey[];

/** Refusals that a call may give to a key. */
export const API_KEY_REFUSALS = [
  'API_KEY_UNFIT',
  'API_KEY_TIME',
  'API_KEY_USED',
  'API_KEY_SCOPE',
  'API_KEY_ADDRESS',
] as const satisfies readonly RefusalKey[];
/** Refusals that an order of a key may meet besides: caps that its owner has given it. */
export const API_KEY_CAPS = ['API_KEY_VALUE', 'API_KEY_ORDERS'] as const satisfies readonly RefusalKey[];

/** Refusals that every call may give besides that needs a step-up. */
export const STEP_UP_REFUSALS = [
  'STEP_UP_NEEDED',
  'STEP_UP_EXPIRED',
  'STEP_UP_UNFIT',
] as const satisfies readonly RefusalKey[];
/** Refusals that every call of staff may give besides. */
export const STAFF_REFUSALS = ['SIGN_IN_NEEDED', 'STAFF_ROLE'] as const satisfies readonly RefusalKey[];
