import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { expireDue } from '#commands/orders/order-end.ts';

/** Orders whose time is over end. */
export const expiry: AccountSweepKind = {
  begin: (work) => (account) => expireDue(work, account),
  isOnce: false,
};
