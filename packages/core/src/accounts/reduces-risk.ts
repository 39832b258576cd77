import type { Account, AccountSide } from '#ledger/account.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { productAsked } from '#products/list.ts';

/**
 * Whether an order only reduces what is open, or sells all of it: asked before
 * it is admitted, because such an order meets fewer limits.
 */
export function reducesRisk(
  { side: { facts }, at }: { side: AccountSide; at: OrdersAt },
  account: Account,
  command: OrderPlace,
): boolean {
  const instrument = facts.instruments.get(command.instrumentId);
  if (instrument === undefined) return false;
  return productAsked(instrument, command).reducesRisk(account, command, { ...at, instrument });
}
