import type { RefusalMessages } from '#messages/message.ts';

/** The spec's messages (section 8) keep their wording. */
export const enUS: RefusalMessages = {
  SIGN_IN_NEEDED: {
    msg: 'You are not currently logged in, please go to log in',
    fix: 'Log in and try again.',
  },
  TOAST: { msg: '{text}', fix: '' },
  INVALID_INPUT: { msg: 'Validation failed', fix: '{problem}' },
  UNKNOWN_CALL: { msg: 'There is no such call.', fix: 'Check the address against the list of calls.' },
  METHOD_NOT_ALLOWED: { msg: 'This call does not take that method.', fix: 'Use {allowed}.' },
  BODY_TOO_LARGE: { msg: 'The request is too large.', fix: 'Send at most {limit}.' },
  UNSUPPORTED_BODY: {
    msg: 'The request body is not plainly form-encoded.',
    fix: 'Send application/x-www-form-urlencoded, not compressed.',
  },
  UNKNOWN_HOST: {
    msg: 'This server is not known under the name {host}.',
    fix: 'Open its own address. Its operator sets it as PUBLIC_URL.',
  },
  CROSS_SITE: { msg: 'This call cannot be made from another site.', fix: 'Open Tarazu itself.' },
  OUTBOX_KEY: {
    msg: 'The outbox opens on the server’s own machine, or with its key.',
    fix: 'Open the link that the server printed when it started.',
  },
  NOT_FOUND: { msg: 'There is nothing here for you.', fix: 'Go back and refresh the list.' },
  RATE_LIMITED: { msg: 'Too many requests.', fix: 'Wait a moment and try again.' },
  OVERLOADED: {
    msg: 'We are very busy and did not take this request.',
    fix: 'Nothing was changed. Try again in a few seconds.',
  },
  UNAVAILABLE: {
    msg: 'Trading is paused for a moment while we check our records.',
    fix: 'If you sent an order, look at your orders before you send it again.',
  },
  INTERNAL: {
    msg: 'Something went wrong on our side.',
    fix: 'See whether it was done before you try again. Give {requestId} to customer service.',
  },
  LOGIN_FAILED: {
    msg: 'The account or the password is incorrect.',
    fix: 'Check both, or choose Forgot password.',
  },
  WORK_NEEDED: {
    msg: 'Too many wrong passwords were tried.',
    fix: 'Wait while your device works, or choose Forgot password.',
  },
  ACCOUNT_CLOSED: {
    msg: 'This account is closed.',
    fix: 'Write to customer service if you think this is wrong.',
  },
  CAPTCHA_NEEDED: {
    msg: 'Please type the characters of the picture.',
    fix: 'Solve the picture and try again.',
  },
  CAPTCHA_WRONG: { msg: 'captcha code error', fix: 'Type the characters of the new picture.' },
  CODE_WRONG: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the newest message, or send a new code.',
  },
  CODE_RECENTLY_SENT: {
    msg: 'A code was sent less than a minute ago.',
    fix: 'Wait for it, or ask again after a minute.',
  },
  PASSWORD_MISMATCH: { msg: 'The two passwords are not the same.', fix: 'Type the same password twice.' },
  PASSWORD_WEAK: {
    msg: 'This password is too easy to guess.',
    fix: 'Use at least 8 characters that are not a common password.',
  },
  ACCOUNT_TAKEN: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the newest message, or log in if you already have an account.',
  },
  PHONE_FORMAT: {
    msg: 'The phone number format is incorrect.',
    fix: 'Type the number without the area code.',
  },
  EMAIL_FORMAT: { msg: 'Please enter a valid e-mail address.', fix: 'Check the address for missing parts.' },
  AGREEMENT_NEEDED: {
    msg: 'Please agree to the disclaimer and the privacy policy.',
    fix: 'Read and tick the agreement.',
  },
  INVITE_CODE_UNKNOWN: { msg: 'We do not know this invite code.', fix: 'Check it, or leave it empty.' },
  ALERTS_FULL: {
    msg: 'You have as many price alerts as can wait at once.',
    fix: 'Remove one of your {limit} first.',
  },
  ALERT_REACHED: {
    msg: 'The price is there already.',
    fix: 'The last price is {price}: choose a level that it has not reached.',
  },
  WATCHLIST_FULL: { msg: 'Your watchlist is full.', fix: 'Remove one of its {limit} entries first.' },
  STALE_PRICE: { msg: 'The price is too old to trade on.', fix: 'Wait until the price moves again.' },
  ORDER_RATE: { msg: 'More than {limit} orders in one second.', fix: 'Wait a second and try again.' },
  CONFIRM_LARGE_ORDER: {
    msg: 'This is more than 10 % of an average day of this stock.',
    fix: 'Confirm that you want an order of this size.',
  },

  CLIENT_ID_REUSED: {
    msg: 'This order id was already used for another order.',
    fix: 'Look at your orders; send a new order with a new id.',
  },
  ACCOUNT_UNKNOWN: { msg: 'There is no such account.', fix: 'Log in again.' },
  AGENT_NOT_ALLOWED: {
    msg: 'This sub-account acts only for what it was opened for.',
    fix: 'Trade in your main account, or stop what the sub-account is for.',
  },
  SUB_ACCOUNTS_MAX: {
    msg: 'At most {limit} sub-accounts may be open at a time.',
    fix: 'Close one that you no longer need.',
  },
  SUB_ACCOUNT_OPEN: {
    msg: 'A sub-account still holds something or is open.',
    fix: 'Stop what it is for and take back what it holds, then try again.',
  },
  ACCOUNT_FROZEN: { msg: 'This account is frozen.', fix: 'Lift the freeze in Security, then try again.' },
  INSTRUMENT_UNKNOWN: { msg: 'We do not know this instrument.', fix: 'Search for it by name.' },
  INSTRUMENT_NOT_LISTED: { msg: 'An unlisted stock cannot be traded.', fix: 'Wait for its listing day.' },
  INSTRUMENT_HALTED: {
    msg: 'Trading in this instrument is halted.',
    fix: 'You can cancel open orders; new ones are taken after the halt.',
  },
  SESSION_CLOSED: { msg: 'market closed', fix: 'Trading opens again {opensAt}.' },
  TYPE_NOT_ALLOWED: { msg: 'This kind of order is not offered here.', fix: 'Choose one of: {allowed}.' },
  TICK: { msg: 'The price is not a multiple of the tick.', fix: 'Use a multiple of {tickSize}.' },
  LOT: { msg: 'The quantity is not a multiple of the lot.', fix: 'Use a multiple of {lotSize}.' },
  QUANTITY_MIN: { msg: 'minimum shares {quantityMin}', fix: 'Order at least {quantityMin}.' },
  QUANTITY_MAX: { msg: 'maximum shares {quantityMax}', fix: 'Order at most {quantityMax}.' },
  VALUE_MIN: { msg: 'minimum amount {valueMin} {asset}', fix: 'Raise the quantity or the price.' },
  VALUE_MAX: { msg: 'maximum amount {valueMax} {asset}', fix: 'Lower the quantity or split the order.' },
  PRICE_BAND: {
    msg: 'The price is outside today’s band.',
    fix: 'Use a price from {priceLow} to {priceHigh}.',
  },
  EXPIRY: {
    msg: 'The order can not live that long.',
    fix: 'Choose an end within {limit}.',
  },
  QUANTITY_SHOWN: {
    msg: 'The disclosed quantity does not fit the order.',
    fix: 'Disclose from {quantityMin} to {quantityMax}, in whole lots, of a limit order that may wait.',
  },
  TRAIL: { msg: 'The trailing distance is out of range.', fix: 'Use {trailMin} % to {trailMax} %.' },
  GTT_MAX: { msg: 'You have {limit} active GTTs.', fix: 'Cancel one of them first.' },
  RIGHTS_UNKNOWN: {
    msg: 'This account has no open entitlement of that issue.',
    fix: 'Only whoever held the share when the record date began may apply, until the issue closes.',
  },
  RIGHTS_CLOSED: {
    msg: 'The rights issue has closed.',
    fix: 'What was applied for is allotted; the rest has lapsed.',
  },
  RIGHTS_MAX: {
    msg: 'That is more than you are entitled to.',
    fix: 'Apply for {limit} shares or fewer.',
  },
  QUANTITY_FILLED: {
    msg: 'That much of the order is filled already.',
    fix: 'Choose more than {quantityFilled}, or cancel what is left.',
  },
  NOT_MODIFIABLE: {
    msg: 'This can not be changed on this order.',
    fix: 'Cancel it and place a new one.',
  },
  TRIGGER_SIDE: {
    msg: 'The trigger is on the wrong side of the last price {priceLast}.',
    fix: 'A stop to buy triggers above the last price, a stop to sell below it.',
  },
  TRIGGER_LIMIT: {
    msg: 'The limit does not fit the trigger.',
    fix: 'Use a limit from {priceLow} to {priceHigh}.',
  },
  TRIGGER_NEAR: {
    msg: 'The trigger is too close to the last price {priceLast}.',
    fix: 'Keep it at least {distance} % away.',
  },
  TP_SL_SIDE: {
    msg: 'The take-profit or stop-loss price is on the wrong side.',
    fix: 'To sell, take profit above the last price {priceLast} and stop below it; to buy, the other way round.',
    fixByLimit: 'Take profit above the most that this purchase may pay, {priceLimit}, and stop below it.',
  },
  NO_LIQUIDITY: { msg: 'Nobody is on the other side right now.', fix: 'Place a limit order, which waits.' },
  WOULD_TAKE: {
    msg: 'This order would have traded at once, and you asked that it must not.',
    fix: 'The best price on the other side is {priceBest}: stay behind it.',
  },
  INSUFFICIENT_FUNDS: {
    msg: 'Insufficient balance',
    fix: 'This order needs {needed} {asset}; {available} is available.',
  },
  INSUFFICIENT_HOLDINGS: { msg: 'You do not hold that many.', fix: 'You can sell at most {available}.' },
  HOLDINGS_UNSETTLED: {
    msg: 'These shares are not settled yet.',
    fix: 'You can sell {available} now, the rest from {usableAt}.',
  },
  OPEN_ORDERS_MAX: {
    msg: 'You have too many open orders.',
    fix: 'Cancel one of your {limit} open orders first.',
  },
  ORDER_UNKNOWN: { msg: 'You have no such order.', fix: 'Refresh your orders.' },
  ORDER_NOT_OPEN: { msg: 'This order is no longer open.', fix: 'Refresh your orders to see how it ended.' },
  AUCTION_LOCKED: {
    msg: 'Market orders of the closing auction can no longer be cancelled.',
    fix: 'Wait for the auction’s end by {endsAt}: what does not fill is cancelled then.',
  },
  BOOK_BUSY: {
    msg: 'The order book is being brought up to date.',
    fix: 'Try again in a few seconds.',
  },
  DEMO_ONLY: { msg: 'This is only for the demo account.', fix: 'Switch to the demo account.' },
  DEMO_RESET_TODAY: {
    msg: 'The demo account was already reset today.',
    fix: 'It can be reset again tomorrow.',
  },
  MARK_UNFIT: {
    msg: 'This mark price is not one that margin may be judged by.',
    fix: 'Send each instrument once, with a price above zero that was made by now.',
  },
  SEED_UNFIT: {
    msg: 'This secret does not fit what was published before its day.',
    fix: 'Bring the secret key of the installation back from its backup.',
  },
};
