import type { Account, AccountSide } from '#ledger/account.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { productAsked } from '#products/list.ts';

/**
 * Whether an order only reduces what is open: asked before
 * it is admitted, because such an order meets fewer limits.
 */
export function reducesRisk({ facts }: AccountSide, account: Account, command: OrderPlace): boolean {
  const instrument = facts.instruments.get(command.instrumentId);
  return instrument !== undefined && productAsked(instrument, command).reducesRisk(account, command);
}
