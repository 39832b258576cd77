/** Kinds of what the market asks for: how a world is brought there, and what is measured in it. */
import type { VenueSession } from '@tarazu/core';
import { accountId, instantMs, price, quantity, rate, systemClientId } from '@tarazu/core/values';
import { closeOutAll, type Engine, inGroups, SHARE, STOCK_CHARGES, sessionAt } from '../gen-own-database.ts';
import { cancelAll, familyFreeze, fok, losses, reset, splitWithOrders, tick } from './endings.ts';
import {
  CASH,
  enter,
  FIRST_OTHER,
  HOLDING,
  inWindows,
  OF_SHARE,
  type Prepare,
  place,
  placeMany,
  quote,
  quoteShare,
  settled,
  spread,
  TAKERS_CASH,
} from './world.ts';

export const KINDS = [
  'dayOrders',
  'stops',
  'auction',
  'split',
  'idleAccounts',
  'makers',
  'icebergs',
  'closeOuts',
  'afterMarket',
  'bandChange',
  'rightsLapse',
  'expiry',
  'losses',
  'familyFreeze',
  'cancelAll',
  'reset',
  'splitWithOrders',
  'tick',
  'fok',
] as const;
export type Kind = (typeof KINDS)[number];
export const COUNTS: Readonly<Record<Kind, number>> = {
  dayOrders: 130_000,
  stops: 20_000,
  auction: 21_000,
  split: 50_000,
  idleAccounts: 200_000,
  makers: 10_000,
  icebergs: 10_000,
  closeOuts: 10_000,
  afterMarket: 20_000,
  bandChange: 130_000,
  rightsLapse: 20_000,
  expiry: 20_000,
  losses: 3_040,
  familyFreeze: 1_000,
  cancelAll: 5_800,
  reset: 5_800,
  splitWithOrders: 40_000,
  tick: 130_000,
  fok: 130_000,
};
export const PREPARE: Readonly<Record<Kind, Prepare>> = {
  dayOrders: async (engine, count) => {
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
    return () => engine.submit({ type: 'session.end', venue: SHARE.venue });
  },
  stops: async (engine, count) => {
    const [trigger, last] = [price(5_900_000n), price(6_000_000n)];
    await enter(engine, [FIRST_OTHER - 1]);
    quote(engine, { asks: [[last, quantity(1_000n)]] });
    await place(engine, FIRST_OTHER - 1, { side: 'buy', priceLimit: last });
    await placeMany(engine, count, () => ({
      side: 'sell',
      orderType: 'stopLimit',
      priceLimit: price(5_890_000n),
      conditions: { priceTrigger: trigger },
    }));
    quote(engine, { bids: [[trigger, quantity(1_000n)]] });
    return () => place(engine, FIRST_OTHER - 1, { side: 'sell', priceLimit: trigger });
  },
  auction: async (engine, count) => {
    await engine.submit({ type: 'rules.set', session: phase('preOpen') });
    await placeMany(engine, count, (nth) => ({
      ...OF_SHARE,
      side: nth % 2 === 0 ? 'buy' : 'sell',
      priceLimit: price(49_000n + BigInt(nth % 400) * 5n),
    }));
    return () => engine.submit({ type: 'rules.set', session: phase('preOpenMatch') });
  },
  split: async (engine, count) => {
    const holders = Array.from({ length: count }, (_, nth) => nth + 1);
    await enter(engine, holders);
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
        clientId: systemClientId('bench-split'),
        contentHash: 'split',
        instrumentId: SHARE.id,
        terms,
      });
  },
  idleAccounts: async (engine, count) => {
    const buyers = Array.from({ length: count }, (_, nth) => nth + 1);
    await enter(engine, buyers, CASH);
    quoteShare(engine, { asks: [[price(50_000n), quantity(100_000_000n)]] });
    await inWindows(buyers, (id) =>
      place(engine, id, { ...OF_SHARE, side: 'buy', priceLimit: price(50_000n) }),
    );
    return () => doDue(engine);
  },
  makers: meetMany,
  icebergs: async (engine, count) => {
    await enter(engine, [FIRST_OTHER - 2]);
    const conditions = { quantityShown: quantity(10n) };
    const hidden = { priceLimit: price(50_000n), quantity: quantity(100n), conditions };
    await place(engine, FIRST_OTHER - 2, { ...OF_SHARE, side: 'sell', ...hidden });
    return meetMany(engine, count);
  },
  closeOuts: async (engine, count) => {
    const holders = Array.from({ length: count }, (_, nth) => nth + 1);
    await engine.submit({ type: 'rules.set', stockCharges: STOCK_CHARGES });
    const instrument = { ...SHARE, intradayMarginRate: rate(20_000_000n) };
    await engine.submit({ type: 'instrument.set', instrument });
    await enter(engine, holders, CASH);
    const shares = quantity(BigInt(count));
    quoteShare(engine, { asks: [[price(50_000n), shares]] });
    const opening = { ...OF_SHARE, side: 'buy', product: 'intraday', priceLimit: price(50_000n) } as const;
    await inWindows(holders, (id) => place(engine, id, opening));
    quoteShare(engine, { bids: [[price(49_000n), shares]] });
    const positions = holders.map((id) => ({
      accountId: accountId(id),
      instrumentId: SHARE.id,
      quantity: 1n,
    }));
    return () => closeOutAll(engine, positions);
  },
  afterMarket: async (engine, count) => {
    await engine.submit({ type: 'rules.set', session: sessionAt(Date.now(), 'closed') });
    const conditions = { afterMarket: true } as const;
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth), conditions }));
    return () => engine.submit({ type: 'rules.set', session: sessionAt(Date.now()) });
  },
  bandChange: async (engine, count) => {
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
    const band = { priceLow: price(50_000n), priceHigh: price(55_000n) };
    return () => engine.submit({ type: 'instrument.set', instrument: { ...SHARE, band } });
  },
  rightsLapse: async (engine, count) => {
    await enter(
      engine,
      Array.from({ length: count }, (_, nth) => nth + 1),
    );
    const closesAtMs = instantMs(Date.now() + LAPSE_MS + count * LAPSE_EACH_MS);
    const [sharesHeld, sharesOffered] = [quantity(10n), quantity(1n)];
    const prices = { priceIssue: price(40_000n), priceCum: price(50_000n) };
    await engine.sweep({
      type: 'corporate.begin',
      accountId: accountId(0),
      clientId: systemClientId('bench-rights'),
      contentHash: 'rights',
      instrumentId: SHARE.id,
      terms: { kind: 'rights', sharesHeld, sharesOffered, ...prices, closesAtMs },
    });
    await settled(engine);
    return Object.assign(() => engine.sweep('rightsClose'), { startAtMs: closesAtMs });
  },
  expiry: async (engine, count) => {
    const expiresAtMs = instantMs(Date.now() + LAPSE_MS + count * EXPIRY_EACH_MS);
    const conditions = { expiresAtMs };
    await placeMany(engine, count, () => ({ validity: 'gtd', conditions }));
    return Object.assign(() => doDue(engine), { startAtMs: expiresAtMs });
  },
  losses,
  familyFreeze,
  cancelAll,
  reset,
  splitWithOrders,
  tick,
  fok,
};

/** Time until what is prepared is due: for each one, too, so that a busy machine is done with it before. */
const LAPSE_MS = 10_000;
const LAPSE_EACH_MS = 2;
const EXPIRY_EACH_MS = 5;

/** Everything that the clock has made due. */
async function doDue(engine: Engine): Promise<void> {
  for (let due = await engine.dueNow(); due.length > 0; due = await engine.dueNow())
    await inGroups(due, (command) => engine.submit(command));
}

/** One order meets so many others. */
async function meetMany(engine: Engine, count: number): Promise<() => Promise<unknown>> {
  await placeMany(engine, count, (nth) => ({
    ...OF_SHARE,
    side: 'sell',
    priceLimit: price(50_000n + BigInt(nth % 100) * 5n),
  }));
  const taker = FIRST_OTHER - 1;
  await enter(engine, [taker], { ...HOLDING, cash: TAKERS_CASH });
  const all = { side: 'buy', priceLimit: price(50_500n), quantity: quantity(BigInt(count)) } as const;
  return () => place(engine, taker, { ...OF_SHARE, ...all });
}

function phase(of: 'preOpen' | 'preOpenMatch'): VenueSession {
  return { ...sessionAt(Date.now()), phases: { auction: of, average: of } };
}
