import { needOf } from '#accounts/reserve.ts';
import type { OrderPlace } from '#command.ts';
import { admit } from '#instruments/ladder.ts';
import type { Refusal } from '#refusal.ts';
import type { CoreState } from '#state.ts';
import { type Amount, amount, type InstantMs, type Price } from '#values/index.ts';

/** What an order would set aside, and the worst price at which it could fill. */
export interface OrderForecast {
  readonly assetId: string;
  readonly held: Amount;
  readonly priceLimit: Price;
}

/**
 * Checks orders of one account one after the other by the very checks that placing them makes, as if those before had set aside what
 * they need. Changes nothing, so it says nothing of what those before would fill or move.
 */
export function forecastOrders(
  state: CoreState,
  commands: readonly OrderPlace[],
  atMs: InstantMs,
): readonly (OrderForecast | Refusal)[] {
  const claimed = new Map<string, bigint>();
  return commands.map((command) => {
    const forecast = forecastOne(state, command, {
      atMs,
      claimedOf: (assetId) => amount(claimed.get(assetId) ?? 0n),
    });
    if (!('code' in forecast))
      claimed.set(forecast.assetId, (claimed.get(forecast.assetId) ?? 0n) + forecast.held);
    return forecast;
  });
}

function forecastOne(
  { accountSide, instrumentSide, lastSequence }: CoreState,
  command: OrderPlace,
  at: { readonly atMs: InstantMs; readonly claimedOf: (assetId: string) => Amount },
): OrderForecast | Refusal {
  const account = accountSide.accounts.get(command.accountId);
  if (!account) return { code: 'ACCOUNT_UNKNOWN' };
  const { status, lane } = account.row.row;
  if (status !== 'active') return { code: 'ACCOUNT_FROZEN', detail: { status } };
  const priced = admit(instrumentSide, { ...command, lane }, at.atMs);
  if ('code' in priced) return priced;
  const need = needOf(accountSide, { account, command, priced }, { ...at, sequence: lastSequence + 1 });
  if ('code' in need) return need;
  return { assetId: need.purse.available.assetId, held: need.needed, priceLimit: priced.priceLimit };
}
