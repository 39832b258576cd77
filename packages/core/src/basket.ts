import { needOf } from '#accounts/reserve.ts';
import type { OrderPlace } from '#command.ts';
import type { Facts } from '#facts.ts';
import type { Instrument } from '#instrument.ts';
import { admit } from '#instruments/ladder.ts';
import type { Order } from '#order.ts';
import type { Refusal } from '#refusal.ts';
import type { CoreState } from '#state.ts';
import {
  type Amount,
  amount,
  assert,
  chargesTotal,
  type InstantMs,
  type Price,
  spotCharges,
  spotRatesOf,
  stockCharges,
  tradeValue,
} from '#values/index.ts';

/** What an order would set aside, and the worst price at which it could fill. */
export interface OrderForecast {
  readonly assetId: string;
  readonly held: Amount;
  readonly priceLimit: Price;
  /** Of the whole order at its worst price, all of it taken at once. */
  readonly charges: Amount;
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
  return {
    assetId: need.purse.available.assetId,
    held: need.needed,
    priceLimit: priced.priceLimit,
    charges: chargesAtWorst(accountSide.facts, need.order, priced.instrument),
  };
}

/** As if it were the day's first sale of its share: a basket says what it can cost at most. */
function chargesAtWorst(facts: Facts, order: Order, instrument: Instrument): Amount {
  const { side, priceLimit, quantity, ruleVersion, spotFeeTier } = order;
  const turnover = tradeValue({ price: priceLimit, quantity, scales: instrument, rounding: 'up' });
  if (instrument.kind === 'stock') {
    const rules = facts.stockCharges.get(ruleVersion);
    assert(rules !== undefined, 'Condition: the charges of now are loaded');
    return chargesTotal(stockCharges({ side, turnover, depositoryDue: true }, rules));
  }
  const rules = facts.spotCharges.get(ruleVersion);
  assert(rules !== undefined, 'Condition: the charges of now are loaded');
  const { takerRate } = spotRatesOf(rules, spotFeeTier);
  const { quoteIsCoin } = instrument;
  return chargesTotal(spotCharges({ side, turnover, feeRate: takerRate, quoteIsCoin }, rules));
}
