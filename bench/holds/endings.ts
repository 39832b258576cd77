/** Kinds in which one command meets, ends or counts anew very many orders of a few, or of a whole book. */
import type { Instrument } from '@tarazu/core';
import {
  accountId,
  amount,
  assetId,
  instrumentId,
  price,
  quantity,
  rate,
  systemClientId,
} from '@tarazu/core/values';
import { type Engine, SHARE, STOCK_CHARGES } from '../gen-own-database.ts';
import {
  CASH,
  enter,
  FIRST_OTHER,
  inWindows,
  OF_SHARE,
  ORDERS_EACH,
  type Prepare,
  place,
  placeMany,
  quoteShare,
  spread,
  TAKERS_CASH,
} from './world.ts';

/** Accounts that lose in one command: an order fills so many at once. */
const LOSERS = 16;
/** Shares of each loser, whose price falls by half: half of the value is lost, and a fifth was its margin. */
const LOST_SHARES = 9_900n;
const LOSS = LOST_SHARES * 25_000n;
const MARGIN = LOST_SHARES * 10_000n;
/** More than the charges of all that a loser orders. */
const CHARGES = 5_000_000n;

/** A share beside the one that falls. */
const OTHER_SHARE: Instrument = {
  ...SHARE,
  id: instrumentId('NSE_SIM:BHUMI'),
  symbol: 'BHUMI',
  baseAsset: assetId('EQ:BHUMI'),
};

/** Losses of 16 accounts, each of which needs what all orders of its owner hold. */
export const losses: Prepare = async (engine, count) => {
  const ordersEach = Math.min(ORDERS_EACH, Math.ceil(count / LOSERS));
  const sizeEach = (LOSS - MARGIN) / BigInt(ordersEach) / 45_000n;
  const cash = amount(MARGIN + CHARGES + BigInt(ordersEach) * sizeEach * 45_000n);
  const losers = Array.from({ length: LOSERS }, (_, nth) => nth + 1);
  const taker = FIRST_OTHER - 1;
  const wide = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  const falling = { ...SHARE, intradayMarginRate: rate(20_000_000n), band: wide };
  await engine.submit({ type: 'rules.set', stockCharges: STOCK_CHARGES });
  await engine.submit({ type: 'instrument.set', instrument: falling });
  await engine.submit({ type: 'instrument.set', instrument: OTHER_SHARE });
  await enter(engine, losers, {
    cash: [{ wallet: 'stock', assetId: SHARE.quoteAsset, amount: cash }],
    shares: [],
  });
  await enter(engine, [taker], { ...CASH, cash: TAKERS_CASH });
  quoteShare(engine, { asks: [[price(50_000n), quantity(LOST_SHARES * BigInt(LOSERS))]] });
  const mine = { ...OF_SHARE, product: 'intraday', quantity: quantity(LOST_SHARES) } as const;
  for (const id of losers) await place(engine, id, { ...mine, side: 'buy', priceLimit: price(50_000n) });
  quoteShare(engine, { asks: [] });
  const other = {
    ...OF_SHARE,
    instrumentId: OTHER_SHARE.id,
    side: 'buy',
    quantity: quantity(sizeEach),
  } as const;
  const all = Array.from({ length: LOSERS * ordersEach }, (_, nth) => nth);
  await inWindows(all, (nth) => place(engine, 1 + (nth % LOSERS), { ...other, priceLimit: price(45_000n) }));
  quoteShare(engine, { asks: [[price(25_000n), quantity(1n)]] });
  await place(engine, taker, { ...OF_SHARE, side: 'buy', priceLimit: price(25_000n) });
  await inWindows(losers, (id) => place(engine, id, { ...mine, side: 'sell', priceLimit: price(25_000n) }));
  const bought = { ...OF_SHARE, side: 'buy', priceLimit: price(25_000n) } as const;
  return () => place(engine, taker, { ...bought, quantity: quantity(LOST_SHARES * BigInt(LOSERS)) });
};

/** A freeze of the head of a family. */
export const familyFreeze: Prepare = async (engine, count) => {
  const head = FIRST_OTHER - 1;
  await enter(engine, [head]);
  const subs = Array.from({ length: Math.ceil(count / ORDERS_EACH) }, (_, nth) => nth + 1);
  for (const id of subs) {
    const subOf = { parentId: accountId(head), purpose: 'robot' } as const;
    const [account, environment] = [accountId(id), 'demo'] as const;
    await engine.submit({
      type: 'account.open',
      accountId: account,
      environment,
      grants: { cash: [], shares: [] },
      subOf,
    });
    await engine.submit({
      type: 'account.transfer',
      accountId: accountId(head),
      clientId: systemClientId(`bench-family-${id}`),
      contentHash: 'family',
      subAccountId: account,
      direction: 'toSubAccount',
      wallet: 'stock',
      assetId: SHARE.quoteAsset,
      amount: amount(1_000_000_000_000n),
    });
  }
  const all = Array.from({ length: count }, (_, nth) => nth);
  await inWindows(all, (nth) =>
    place(engine, 1 + (nth % subs.length), { ...OF_SHARE, ...spread(nth), agent: 'robot' }),
  );
  return () => engine.submit({ type: 'account.set', accountId: accountId(head), status: 'frozen' });
};

/** As many as one account may have: orders, and instructions that wait for their price. */
const [ORDERED, WAITING] = [ORDERS_EACH, 100];

/** All orders of one account after the other, by their owners. */
export const cancelAll: Prepare = async (engine, count) => {
  const owners = await orderMuch(engine, count);
  return async () => {
    for (const id of owners) await engine.submit({ type: 'order.cancelAll', accountId: accountId(id) });
  };
};

/** Accounts with as many orders begin anew, one after the other. */
export const reset: Prepare = async (engine, count) => {
  const owners = await orderMuch(engine, count);
  const asked = { clientId: systemClientId('bench-reset'), contentHash: 'reset', grants: CASH };
  return async () => {
    for (const id of owners)
      await engine.submit({ type: 'account.reset', accountId: accountId(id), ...asked });
  };
};

/** Accounts with as many orders as each may have; their numbers. */
async function orderMuch(engine: Engine, count: number): Promise<number[]> {
  const owners = Array.from({ length: Math.ceil(count / (ORDERED + WAITING)) }, (_, nth) => nth + 1);
  await enter(engine, [...owners, FIRST_OTHER - 1]);
  quoteShare(engine, { asks: [[price(50_000n), quantity(1n)]] });
  await place(engine, FIRST_OTHER - 1, { ...OF_SHARE, side: 'buy', priceLimit: price(50_000n) });
  const gtt = { ...OF_SHARE, side: 'sell', validity: 'gtd', priceLimit: price(54_000n) } as const;
  const conditions = { gtt: true, priceTrigger: price(54_000n) } as const;
  const each = Array.from({ length: ORDERED + WAITING }, (_, nth) => nth);
  for (const id of owners)
    await inWindows(each, (nth) =>
      place(engine, id, nth < ORDERED ? { ...OF_SHARE, ...spread(nth) } : { ...gtt, conditions }),
    );
  return owners;
}

/** A split whose holders have ordered much of the share. */
export const splitWithOrders: Prepare = async (engine, count) => {
  await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
  const terms = {
    kind: 'split',
    sharesBefore: quantity(1n),
    sharesAfter: quantity(2n),
    fractionPrice: price(25_000n),
  } as const;
  return () =>
    engine.sweep({
      type: 'corporate.begin',
      accountId: accountId(0),
      clientId: systemClientId('bench-split-orders'),
      contentHash: 'split',
      instrumentId: SHARE.id,
      terms,
    });
};

/** A smaller tick: everything in the book is counted anew. */
export const tick: Prepare = async (engine, count) => {
  await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
  return () => engine.submit({ type: 'instrument.set', instrument: { ...SHARE, tickSize: price(1n) } });
};

/** An order for coins that fills whole or not at all, and a lot more than there is. */
export const fok: Prepare = async (engine, count) => {
  await placeMany(engine, count, (nth) => ({ priceLimit: price(6_000_000n + BigInt(nth % 1_000)) }));
  const taker = FIRST_OTHER - 1;
  await enter(engine, [taker]);
  const whole = { side: 'sell', validity: 'fok', quantity: quantity(BigInt(count + 1) * 1_000n) } as const;
  return () => place(engine, taker, { ...whole, priceLimit: price(6_000_000n) });
};
