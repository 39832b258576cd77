/** The small world of `bench -- commands`: customers, their orders, the market maker's quotes. */
import type { AccountGrants, MarketMakerQuote } from '@tarazu/core';
import { accountId, amount, type OrderId, price, quantity } from '@tarazu/core/values';
import { COIN, coinOrder, type Engine, GRANTS, openAccount, SHARE } from '../gen-own-database.ts';

/** Brings the world to where it begins, and gives what is measured. */
export type Prepare = (engine: Engine, count: number) => Promise<Run>;
/** Where it is due at a time, it begins then. */
export type Run = (() => Promise<unknown>) & { readonly startAtMs?: number };

/** An account may have so many open orders. */
export const ORDERS_EACH = 190;
export const FIRST_OTHER = 9_000_000;
export const PLACED_AT_ONCE = 256;

/** Purchases at a thousand prices below the middle. */
export function spread(nth: number) {
  return { side: 'buy', priceLimit: price(45_000n + BigInt(nth % 1_000) * 5n) } as const;
}

/** One share, for the day. */
export const OF_SHARE = { instrumentId: SHARE.id, quantity: quantity(1n), validity: 'day' } as const;
/** Enough for every maker's share. */
export const TAKERS_CASH = GRANTS.cash.map((one) => ({ ...one, amount: amount(one.amount * 1_000n) }));
export const CASH: AccountGrants = { cash: GRANTS.cash, shares: [] };
export const HOLDING: AccountGrants = {
  cash: GRANTS.cash,
  shares: [{ instrumentId: SHARE.id, quantity: quantity(100_000n), cost: amount(1_000_000n) }],
};

export async function placeMany(engine: Engine, count: number, ask: (nth: number) => Ask): Promise<void> {
  const accounts = Array.from({ length: Math.ceil(count / ORDERS_EACH) }, (_, nth) => nth + 1);
  await enter(engine, accounts);
  const all = Array.from({ length: count }, (_, nth) => nth);
  await inWindows(all, (nth) => place(engine, 1 + Math.floor(nth / ORDERS_EACH), ask(nth)));
}

export async function enter(engine: Engine, ids: readonly number[], grants = HOLDING): Promise<void> {
  await inWindows(ids, (id) => engine.submit(openAccount(accountId(id), grants)));
}

export async function inWindows<One>(
  all: readonly One[],
  doOne: (one: One) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += PLACED_AT_ONCE)
    await Promise.all(all.slice(from, from + PLACED_AT_ONCE).map(doOne));
}

export type Ask = Parameters<typeof coinOrder>[1];
let placed = 0;

export async function place(engine: Engine, id: number, ask: Ask): Promise<OrderId> {
  placed += 1;
  const { outcome } = await engine.submit(
    coinOrder(`bench-order-${placed}`, { ...ask, accountId: accountId(id) }),
  );
  if (!outcome.ok || outcome.type !== 'order')
    throw new Error(
      `Condition: the order of ${id} is taken, not ${outcome.ok ? outcome.type : outcome.refusal.code}`,
    );
  return outcome.order.id;
}

export type Levels = Partial<Pick<MarketMakerQuote, 'bids' | 'asks'>>;

export function quote(engine: Engine, levels: Levels, instrument = COIN): void {
  const key = { instrumentId: instrument.id, environment: 'demo' } as const;
  engine.marketMaker([{ type: 'marketMaker.quote', ...key, bids: [], asks: [], ...levels }]);
}

export function quoteShare(engine: Engine, levels: Levels): void {
  quote(engine, levels, SHARE);
}

/** No sweep is open any more. */
export async function settled(engine: Engine): Promise<void> {
  for (let left = engine.sweeps(); left.inBooks.length + left.overAccounts.length > 0; left = engine.sweeps())
    await new Promise((resolve) => setTimeout(resolve, 1));
}
