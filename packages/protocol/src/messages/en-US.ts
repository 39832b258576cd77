import type { RefusalMessages } from '#messages/message.ts';

/** The spec's messages (section 8) keep their wording. */
export const enUS: RefusalMessages = {
  SIGN_IN_NEEDED: {
    msg: 'You are not currently logged in, please go to log in',
    fix: 'Log in and try again.',
  },
  INVALID_INPUT: { msg: 'Validation failed', fix: '{problem}' },
  UNKNOWN_CALL: { msg: 'There is no such call.', fix: 'Check the address against the list of calls.' },
  METHOD_NOT_ALLOWED: { msg: 'This call does not take that method.', fix: 'Use {allowed}.' },
  BODY_TOO_LARGE: { msg: 'The request is too large.', fix: 'Send at most {limit}.' },
  UNSUPPORTED_BODY: {
    msg: 'The request body must be plain form-encoded text.',
    fix: 'Send application/x-www-form-urlencoded, not compressed.',
  },
  UNKNOWN_HOST: {
    msg: 'This server does not answer to the name {host}.',
    fix: 'Open its own address, or set PUBLIC_URL to this name.',
  },
  CROSS_SITE: { msg: 'Other sites can’t make this call.', fix: 'Open Tarazu directly.' },
  OUTBOX_KEY: {
    msg: 'The outbox opens on the server’s machine, or with its key.',
    fix: 'Open the link the server printed at start.',
  },
  NOT_FOUND: { msg: 'We could not find that.', fix: 'Go back and refresh the list.' },
  RATE_LIMITED: { msg: 'Too many requests.', fix: 'Wait a moment and try again.' },
  OVERLOADED: {
    msg: 'We are very busy and did not accept this request.',
    fix: 'Nothing has changed. Try again in a few seconds.',
  },
  UNAVAILABLE: {
    msg: 'Trading is paused while we check our records.',
    fix: 'If you sent an order, check your orders before sending it again.',
  },
  INTERNAL: {
    msg: 'Something went wrong on our side.',
    fix: 'Check whether it went through before you try again. Tell customer service: {requestId}.',
  },
  CHATS_FULL: {
    msg: 'You have {limit} open conversations.',
    fix: 'Write in one of them, or close one first.',
  },
  CHATS_TODAY: {
    msg: 'You have begun {limit} conversations today.',
    fix: 'Write in one of them, or begin another one tomorrow.',
  },
  CHAT_MESSAGES_TODAY: {
    msg: 'You have sent {limit} messages today.',
    fix: 'We answer what you sent. Write again tomorrow.',
  },
  CHAT_ORDERS_TODAY: {
    msg: 'You have attached {limit} orders today.',
    fix: 'Send the message without an order.',
  },
  STAFF_SIGN_IN_FAILED: {
    msg: 'The name, password or code is incorrect.',
    fix: 'Check all three. Each code works once: wait for the next one.',
  },
  STAFF_LOCKED: {
    msg: 'Too many wrong tries from here.',
    fix: 'Wait 15 minutes, or sign in at a device you used before.',
  },
  STAFF_INVITATION: {
    msg: 'This invitation is not valid.',
    fix: 'Ask for a new one: it works once, for 24 hours.',
  },
  STAFF_PASSWORD: {
    msg: 'The password is too short or too common.',
    fix: 'Use 12 to 128 characters that nobody would guess.',
  },
  STAFF_ROLE: { msg: 'Your role may not do this.', fix: 'Ask somebody with the role {roles}.' },
  STAFF_OWN_ACCOUNT: {
    msg: 'This is your own account or one linked to you.',
    fix: 'Leave it to somebody else.',
  },
  STAFF_SECOND_PERSON: { msg: 'You have approved this already.', fix: 'A second person has to approve it.' },
  QUEUE_ITEM_DONE: { msg: 'This was decided meanwhile.', fix: 'Open it again to see by whom.' },
  QUEUE_ITEM_CHANGED: { msg: 'This has changed since you opened it.', fix: 'Look at it again, then decide.' },
  LOGIN_FAILED: {
    msg: 'The account or password is incorrect.',
    fix: 'Check both, or choose Forgot password.',
  },
  WORK_NEEDED: {
    msg: 'Too many wrong passwords.',
    fix: 'Wait a moment, or choose Forgot password.',
  },
  ACCOUNT_CLOSED: {
    msg: 'This account is closed.',
    fix: 'If this is wrong, contact customer service.',
  },
  CAPTCHA_NEEDED: {
    msg: 'Enter the characters in the picture.',
    fix: 'Enter them and try again.',
  },
  CAPTCHA_WRONG: { msg: 'captcha code error', fix: 'Enter the characters in the new picture.' },
  CODE_WRONG: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the latest message, or send a new code.',
  },
  CODE_RECENTLY_SENT: {
    msg: 'A code was sent less than a minute ago.',
    fix: 'Wait for it, or send a new one after a minute.',
  },
  PASSWORD_MISMATCH: { msg: 'The passwords do not match.', fix: 'Enter the same password twice.' },
  PASSWORD_WEAK: {
    msg: 'This password is too easy to guess.',
    fix: 'Use at least 8 characters, and not a common password.',
  },
  ACCOUNT_TAKEN: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the latest message, or log in with your account.',
  },
  PHONE_FORMAT: {
    msg: 'The phone number format is incorrect.',
    fix: 'Enter the number without the area code.',
  },
  EMAIL_FORMAT: { msg: 'Please enter a valid e-mail address.', fix: 'Check the address for missing parts.' },
  AGREEMENT_NEEDED: {
    msg: 'Agree to the disclaimer and the privacy policy to go on.',
    fix: 'Read both and tick the box.',
  },
  INVITE_CODE_UNKNOWN: { msg: 'We do not know this invite code.', fix: 'Check it, or leave it empty.' },
  ALERTS_FULL: {
    msg: 'You have reached the limit of price alerts.',
    fix: 'Remove one of your {limit} alerts first.',
  },
  ALERT_REACHED: {
    msg: 'The price has already reached this level.',
    fix: 'The last price is {price}. Choose a level it has not reached.',
  },
  ALERT_NEVER: {
    msg: 'The price can’t reach this level.',
    fix: 'Choose a level from {min} to {max}.',
  },
  WATCHLIST_FULL: { msg: 'Your watchlist is full.', fix: 'Remove one of its {limit} entries first.' },
  WATCHLISTS_FULL: { msg: 'You have {limit} watchlists, the most there can be.', fix: 'Delete one first.' },
  WATCHLIST_NAME_TAKEN: { msg: 'Another watchlist has this name.', fix: 'Choose another name.' },
  STALE_PRICE: { msg: 'The price is too old to trade on.', fix: 'Wait for the next price.' },
  ORDER_RATE: { msg: 'You can send at most {limit} orders a second.', fix: 'Wait a second and try again.' },
  CONFIRM_LARGE_ORDER: {
    msg: 'This is over 10% of the stock’s average daily volume.',
    fix: 'Confirm that you want this quantity.',
  },

  CLIENT_ID_REUSED: {
    msg: 'This order ID was already used.',
    fix: 'Check your orders. Send a new order with a new ID.',
  },
  ACCOUNT_UNKNOWN: { msg: 'There is no such account.', fix: 'Log in again.' },
  AGENT_NOT_ALLOWED: {
    msg: 'This sub-account can’t be used for that.',
    fix: 'Trade in your main account, or stop what this sub-account runs.',
  },
  SUB_ACCOUNTS_MAX: {
    msg: 'You can have at most {limit} open sub-accounts.',
    fix: 'Close one you no longer need.',
  },
  SUB_ACCOUNT_OPEN: {
    msg: 'A sub-account is still open or holds assets.',
    fix: 'Stop it and move its assets back, then try again.',
  },
  ACCOUNT_FROZEN: {
    msg: 'This account is frozen.',
    fix: 'Unfreeze it in Security settings, then try again.',
  },
  INSTRUMENT_UNKNOWN: { msg: 'We do not know this instrument.', fix: 'Search for it by name.' },
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
  VALUE_MIN: { msg: 'minimum amount {valueMin} {asset}', fix: 'Raise the quantity or the price.' },
  VALUE_MAX: { msg: 'maximum amount {valueMax} {asset}', fix: 'Lower the quantity or split the order.' },
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
    fix: 'Disclose {quantityMin} to {quantityMax} in full lots. Only limit orders that wait can.',
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
  DEMO_ONLY: { msg: 'This is only for the demo account.', fix: 'Switch to the demo account.' },
  DEMO_FULL: {
    msg: 'All demo accounts without a login are taken.',
    fix: 'Register to get a demo account now, or try again tomorrow.',
  },
  DEMO_RESET_TODAY: {
    msg: 'The demo account was reset today. It can be reset again tomorrow.',
    fix: 'Reset it again tomorrow.',
  },
  MARK_UNFIT: {
    msg: 'This mark price is not one that margin may be judged by.',
    fix: 'Send each instrument once, with a past price above zero.',
  },
  SEED_UNFIT: {
    msg: 'This secret does not match the hash published before its day.',
    fix: 'Restore the installation’s secret key from its backup.',
  },
  LOGIN_NEEDED: {
    msg: 'A demo account without a login has no login password.',
    fix: 'Register first.',
  },
  PASSWORD_SAME: { msg: 'This is the password you have already.', fix: 'Choose another one.' },
  PASSWORD_WRONG: { msg: 'The login password is incorrect.', fix: 'Check it and try again.' },
  PASSWORD_LOCKED: {
    msg: 'Too many wrong login passwords.',
    fix: 'Try again in {minutes} minutes.',
  },
  PIN_FORMAT: { msg: 'The transaction password has 6 digits.', fix: 'Enter 6 digits.' },
  PIN_WEAK: {
    msg: 'This transaction password is too easy to guess.',
    fix: 'Avoid dates, your phone number and digits in a row.',
  },
  PIN_REQUIRED: {
    msg: 'Set a transaction password first.',
    fix: 'Set it under Security settings.',
  },
  PIN_WRONG: {
    msg: 'The transaction password is incorrect, please re-enter it.',
    fix: 'Check it, or reset it under Security settings.',
  },
  PIN_LOCKED: {
    msg: 'Too many wrong transaction passwords.',
    fix: 'Try again in {minutes} minutes.',
  },
  STEP_UP_NEEDED: {
    msg: 'Confirm that it is you.',
    fix: 'Make a step-up for this call and send its id.',
  },
  STEP_UP_EXPIRED: {
    msg: 'Your confirmation has expired or was used already.',
    fix: 'Confirm again.',
  },
  STEP_UP_UNFIT: {
    msg: 'Your confirmation was for something else.',
    fix: 'Confirm this one.',
  },
  SECOND_FACTOR_NEEDED: {
    msg: 'Enter the code of your authenticator app.',
    fix: 'Enter its 6 digits or a recovery code, or use your passkey.',
  },
  SECOND_FACTOR_WRONG: {
    msg: 'This code of your authenticator app is incorrect.',
    fix: 'Wait for the next code, or use a recovery code.',
  },
  SECOND_FACTOR_LOCKED: {
    msg: 'Too many wrong codes of the authenticator app.',
    fix: 'Try again in {minutes} minutes.',
  },
  SECOND_FACTOR_SET: {
    msg: 'An authenticator app is set already.',
    fix: 'Remove it first to set another one.',
  },
  PASSKEY_REFUSED: {
    msg: 'This passkey was not accepted.',
    fix: 'Try again, or use your password.',
  },
  PASSKEY_PLACE: {
    msg: 'Passkeys do not work at a bare network address.',
    fix: 'Open the app at its name, or use your password.',
  },
  PASSKEY_MAX: {
    msg: 'You have 10 passkeys already.',
    fix: 'Remove one first.',
  },
  STAFF_PROOF_WRONG: {
    msg: 'The password or the code is wrong.',
    fix: 'Enter the password again, and the next code.',
  },
  LINK_UNFIT: {
    msg: 'This link is incomplete or has expired.',
    fix: 'Use the link of a newer mail, or log in.',
  },
  KYC_REQUIRED: { msg: 'Please complete KYC first', fix: 'Verify your identity, then try again.' },
  REGISTRATION_NEEDED: {
    msg: 'A demo account without a login has no identity to verify.',
    fix: 'Register first, then try again.',
  },
  DOCUMENT_NUMBER: {
    msg: 'This is not a number of that document.',
    fix: 'Copy the number as it stands on the document.',
  },
  TAX_NUMBER: {
    msg: 'The {taxNumber} format is incorrect.',
    fix: 'Enter your own {taxNumber} as it stands on the card.',
  },
  PHOTO_MISSING: { msg: 'A photo is missing.', fix: 'Add the front, the reverse and a selfie.' },
  PHOTO_TYPE: { msg: 'This file is not a photo we can read.', fix: 'Send a JPEG, PNG or WebP photo.' },
  PHOTO_BYTES: { msg: 'The photo is too large.', fix: 'Send a photo of at most {limit}.' },
  PHOTO_PIXELS: { msg: 'The photo has too many pixels.', fix: 'Send a photo of at most {limit} megapixels.' },
  PHOTO_BROKEN: { msg: 'The photo is damaged or cut off.', fix: 'Take the photo again.' },
  PHOTOS_TODAY: {
    msg: 'You have sent {limit} photos today.',
    fix: 'Send the photos you have, or go on tomorrow.',
  },
  IDENTITY_UNDER_REVIEW: {
    msg: 'Your documents are under review.',
    fix: 'Wait for the result. You need not send anything.',
  },
  IDENTITY_TRIES: {
    msg: 'identity verification failed, fill in again',
    fix: 'You have used {limit} tries today. Try again tomorrow.',
  },
  APPEAL_NOT_OPEN: {
    msg: 'There is no decision to appeal against.',
    fix: 'You may appeal once, within 7 days of a failed verification.',
  },
};
