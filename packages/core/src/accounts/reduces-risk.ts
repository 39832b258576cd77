import type { Account, AccountSide } from '#ledger/account.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { productAsked } from '#products/list.ts';

/**
 * Whether an order only reduces what is open, or sells all of it: asked before
 * it is admitted, because such an order meets fewer limits.
 */
export function reducesRisk(
  { side: { facts }, at }: { side: AccountSide; at: Pick<Recorder, 'atMs' | 'rulesVersion'> },
  account: Account,
  command: OrderPlace,
): boolean {
  const instrument = facts.instruments.get(command.instrumentId);
  if (instrument === undefined) return false;
  const { atMs, rulesVersion } = at;
  return productAsked(instrument, command).reducesRisk(account, command, { instrument, atMs, rulesVersion });
}
