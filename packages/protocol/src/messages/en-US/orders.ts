import type { RefusalMessages } from '#messages/message.ts';

export const orders = {
  STALE_PRICE: { msg: 'The price is too old to trade on.', fix: 'Wait for the next price.' },
  ORDER_RATE: { msg: 'You can send at most {limit} orders a second.', fix: 'Wait a second and try again.' },
  ORDER_TOO_LATE: { msg: 'The order did not arrive in time.', fix: 'Nothing was placed.' },
  CONFIRM_LARGE_ORDER: {
    msg: 'This is over 10% of the stock’s average daily volume.',
    fix: 'Confirm that you want this quantity.',
  },
  CLIENT_ID_REUSED: {
    msg: 'This order ID was already used.',
    fix: 'Check your orders. Send a new order with a new ID.',
  },
  INSTRUMENT_UNKNOWN: { msg: 'We do not know this instrument.', fix: 'Search for it by name.' },
  COUNTRY_UNLISTED: {
    msg: 'No exchange of this country is listed.',
    fix: 'Choose a country of the list.',
  },
  INSTRUMENT_NOT_LISTED: { msg: 'An unlisted stock cannot be traded.', fix: 'Wait for its listing day.' },
  INSTRUMENT_HALTED: {
    msg: 'Trading in this instrument is halted.',
    fix: 'You can cancel open orders. Place new ones after the halt.',
  },
  SESSION_CLOSED: { msg: 'market closed', fix: 'Trading reopens {opensAt}.' },
  TYPE_NOT_ALLOWED: { msg: 'This order type is not available here.', fix: 'Choose one of: {allowed}.' },
  TICK: {
    msg: 'The price is not a multiple of the tick size.',
    fix: 'Use a multiple of {tickSize}.',
    ofZero: { msg: 'The limit price cannot be 0.', fix: 'Use a multiple of {tickSize}.' },
  },
  LOT: { msg: 'The quantity is not a multiple of the lot size.', fix: 'Use a multiple of {lotSize}.' },
  QUANTITY_MIN: {
    msg: 'minimum shares {quantityMin}',
    fix: 'Order at least {quantityMin}.',
    ofZero: { msg: 'The order amount cannot be 0.', fix: 'Order at least {quantityMin}.' },
    ofCoin: { msg: 'minimum quantity {quantityMin} {coin}', fix: 'Order at least {quantityMin} {coin}.' },
  },
  QUANTITY_MAX: {
    msg: 'maximum shares {quantityMax}',
    fix: 'Order at most {quantityMax}.',
    ofCoin: { msg: 'maximum quantity {quantityMax} {coin}', fix: 'Order at most {quantityMax} {coin}.' },
  },
  VALUE_MIN: { msg: 'minimum amount {valueMin}', fix: 'Raise the quantity or the price.' },
  VALUE_MAX: { msg: 'maximum amount {valueMax}', fix: 'Lower the quantity or split the order.' },
  PRICE_BAND: {
    msg: 'The price is outside today’s price band.',
    fix: 'Use a price from {priceLow} to {priceHigh}.',
  },
  EXPIRY: {
    msg: 'The validity is too long.',
    fix: 'Choose an end within {limit}.',
  },
  QUANTITY_SHOWN: {
    msg: 'The disclosed quantity does not fit this order.',
    fix: 'Disclose {quantityMin} to {quantityMax} in full lots. Only waiting limit orders can disclose.',
  },
  TRAIL: { msg: 'The trailing distance is out of range.', fix: 'Use {trailMin}% to {trailMax}%.' },
  GTT_MAX: { msg: 'You have reached the limit of {limit} GTTs.', fix: 'Cancel one first.' },
  RIGHTS_UNKNOWN: {
    msg: 'You have no open entitlement in this issue.',
    fix: 'Only holders on the record date may apply, until the issue closes.',
  },
  RIGHTS_CLOSED: {
    msg: 'The rights issue has closed.',
    fix: 'Applications are allotted. Unused rights have lapsed.',
  },
  RIGHTS_MAX: {
    msg: 'This is more than your entitlement.',
    fix: 'Apply for {limit} shares or fewer.',
  },
  QUANTITY_FILLED: {
    msg: 'That quantity is already filled.',
    fix: 'Enter more than {quantityFilled}, or cancel the rest.',
  },
  OWN_ORDER_MET: {
    msg: 'This price would meet your own order at {price}.',
    fix: 'Choose another price, or cancel that order first.',
  },
  NOT_MODIFIABLE: {
    msg: 'You can’t change this on this order.',
    fix: 'Cancel it and place a new one.',
  },
  TRIGGER_SIDE: {
    msg: 'The trigger is on the wrong side of the last price {priceLast}.',
    fix: 'Buy stops go above the last price, sell stops below it.',
  },
  TRIGGER_LIMIT: {
    msg: 'The limit price does not fit the trigger.',
    fix: 'Use a limit price from {priceLow} to {priceHigh}.',
  },
  TRIGGER_NEAR: {
    msg: 'The trigger is too close to the last price {priceLast}.',
    fix: 'Keep it at least {distance}% away.',
  },
  TP_SL_SIDE: {
    msg: 'The take-profit or stop-loss price is on the wrong side.',
    fix: 'To sell, put take-profit above {priceLast} and stop below it. To buy, the opposite.',
    fixByLimit: 'Put take-profit above {priceLimit}, your highest price, and stop below it.',
  },
  NO_LIQUIDITY: {
    msg: 'There are no orders on the other side right now.',
    fix: 'Place a limit order, which waits.',
  },
  WOULD_TAKE: {
    msg: 'This post-only order would have filled at once.',
    fix: 'The best opposite price is {priceBest}. Choose a price behind it.',
  },
  INSUFFICIENT_FUNDS: {
    msg: 'Insufficient balance',
    fix: 'You need {needed} and have {available}.',
  },
  INSUFFICIENT_HOLDINGS: { msg: 'You do not hold that many.', fix: 'You can sell at most {available}.' },
  HOLDINGS_UNSETTLED: {
    msg: 'These shares are not settled yet.',
    fix: 'Sell up to {available} now, the rest from {usableAt}.',
  },
  OPEN_ORDERS_MAX: {
    msg: 'You have too many open orders.',
    fix: 'Cancel one of your {limit} open orders first.',
  },
  ORDER_UNKNOWN: { msg: 'You have no such order.', fix: 'Refresh your orders.' },
  ORDER_NOT_OPEN: { msg: 'This order is no longer open.', fix: 'Refresh your orders to see its status.' },
  AUCTION_LOCKED: {
    msg: 'Closing-auction market orders can’t be cancelled now.',
    fix: 'The auction ends by {endsAt}. Unfilled quantity is cancelled then.',
  },
  BOOK_BUSY: {
    msg: 'The order book is being updated.',
    fix: 'Try again in a few seconds.',
  },
  MARK_UNFIT: {
    msg: 'This mark price is not one that margin may be judged by.',
    fix: 'Send each instrument once, with a past price above zero.',
  },
  SEED_UNFIT: {
    msg: 'This secret does not match the hash published before its day.',
    fix: 'Restore the installation’s secret key from its backup.',
  },
} satisfies Partial<RefusalMessages>;
