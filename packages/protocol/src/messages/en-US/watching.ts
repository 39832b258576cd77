import type { RefusalMessages } from '#messages/message.ts';

export const watching = {
  ALERTS_FULL: {
    msg: 'You have reached the limit of price alerts.',
    fix: 'Remove one of your {limit} alerts first.',
  },
  ALERTS_TODAY: {
    msg: 'You have set {limit} price alerts today.',
    fix: 'Change one that still waits, or set another one tomorrow.',
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
} satisfies Partial<RefusalMessages>;
