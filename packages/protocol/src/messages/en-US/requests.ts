import type { RefusalMessages } from '#messages/message.ts';

export const requests = {
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
  PICTURES_AWAY: {
    msg: 'Pictures can’t be saved or shown right now.',
    fix: 'Nothing was changed. Try again in a few minutes.',
  },
  UNAVAILABLE: {
    msg: 'Trading is paused while we check our records.',
    fix: 'If you sent an order, check your orders before sending it again.',
  },
  INTERNAL: {
    msg: 'Something went wrong on our side.',
    fix: 'Check whether it went through before you try again. Tell customer service: {requestId}.',
  },
  API_KEY_UNFIT: {
    msg: 'The key or its signature is not valid.',
    fix: 'Check the key, the secret and the text you sign. Make another key if it has expired.',
  },
  API_KEY_TIME: {
    msg: 'The time of the signature is too far from ours.',
    fix: 'Sign with the present time. Ours is {nowMs}.',
  },
  API_KEY_USED: {
    msg: 'This signature was used before.',
    fix: 'Sign each command again, with its own time.',
  },
  API_KEY_SCOPE: {
    msg: 'This key may not make this call.',
    fix: 'Use a key that trades, or make the call in the app.',
  },
  API_KEY_ADDRESS: {
    msg: 'This key may not be used from {address}.',
    fix: 'Call from an allowed address, or make another key.',
  },
  API_KEY_VALUE: {
    msg: 'The order is worth more than the key allows.',
    fix: 'Order at most {limit} {asset}.',
  },
  API_KEY_ORDERS: {
    msg: 'The key has placed its {limit} orders of today.',
    fix: 'Order in the app, or wait until midnight in India.',
  },
  API_KEYS_MAX: { msg: 'You have {limit} API keys.', fix: 'End one of them first.' },
} satisfies Partial<RefusalMessages>;
